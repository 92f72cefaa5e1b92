package benchmarks.report;

import java.util.Locale;

/**
 * An axis from 0 with ticks at round numbers.
 *
 * @param max where it ends
 * @param step from tick to tick
 */
record Axis(double max, double step) {

  /** An axis that reaches a value with about so many ticks. */
  static Axis upTo(double value, int ticks) {
    double rough = Math.max(value, 1e-9) / ticks;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = power;
    for (double factor : new double[] {1, 2, 5, 10}) {
      step = factor * power;
      if (step >= rough) {
        break;
      }
    }
    return new Axis(Math.max(1, Math.ceil(value / step)) * step, step);
  }

  String text(double tick) {
    return String.format(Locale.ROOT, step < 0.1 ? "%.2f" : step < 1 ? "%.1f" : "%,.0f", tick);
  }
}
