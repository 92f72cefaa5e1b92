package benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** The values of an axis, from its least to its highest. */
record Axis(boolean isLogarithmic, double least, double most) {
  private static final int TICKS = 5;
  private static final List<Double> STEPS = List.of(1.0, 2.0, 5.0, 10.0);

  /** An axis from 0. */
  static Axis linear(double most) {
    return new Axis(false, 0, Math.max(most, 1e-9));
  }

  /** A logarithmic axis; lower values are drawn at its least. */
  static Axis logarithmic(double least, double most) {
    return new Axis(true, least, Math.max(most, 10 * least));
  }

  /** The place of a value, from 0 to 1. */
  double share(double value) {
    double share =
        isLogarithmic
            ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
            : value / most;
    return Math.max(0, Math.min(1, share));
  }

  /** Round values. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (isLogarithmic) {
      for (double tick = least; tick <= most; tick *= 10) {
        ticks.add(tick);
      }
      return ticks;
    }
    double magnitude = Math.pow(10, Math.floor(Math.log10(most / TICKS)));
    double wanted = most / TICKS / magnitude;
    double step =
        magnitude * STEPS.stream().filter(each -> each >= wanted - 1e-9).findFirst().orElse(10.0);
    for (int i = 0; i * step <= most * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** A value as text, without needless decimals. */
  static String text(double value) {
    return value >= 1_000
        ? Figures.text("%,.0f", value)
        : Figures.text("%.2f", value).replaceAll("\\.?0+$", "");
  }
}
