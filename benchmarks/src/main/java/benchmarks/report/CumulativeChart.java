package benchmarks.report;

import benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** What part of all times is at most so long; over a logarithmic axis of milliseconds. */
public final class CumulativeChart {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;
  private static final int LEFT = 70;
  private static final int RIGHT = 650;
  private static final int TOP = 72;
  private static final int BOTTOM = 400;
  private static final int POINTS = 300;
  private static final int SHARE_STEP = 20;
  private static final double NANOS_PER_MILLI = 1e6;

  private final String title;
  private final Map<String, Histogram> lines = new LinkedHashMap<>();

  /** A chart without lines. */
  public CumulativeChart(String title) {
    this.title = title;
  }

  /** Adds a line for times in nanoseconds. */
  public void line(String name, Histogram times) {
    lines.put(name, times);
  }

  /** The chart as SVG. */
  public String svg() {
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    for (int share = 0; share <= 100; share += SHARE_STEP) {
      double at = vertical(share);
      svg.line(LEFT, at, RIGHT, at, "stroke=\"#ddd\"");
      svg.label(LEFT - 8, at + 4, Anchor.END, Integer.toString(share));
    }
    svg.label(LEFT - 50, TOP - 14, Anchor.START, "% of the answers");
    svg.label((LEFT + RIGHT) / 2.0, BOTTOM + 45, Anchor.MIDDLE, "response time, ms");
    double from = decade(lines.values().stream().mapToLong(Histogram::getMinValue).min(), false);
    double to = decade(lines.values().stream().mapToLong(Histogram::getMaxValue).max(), true);
    for (double power = from; power <= to; power++) {
      double at = horizontal(power, from, to);
      svg.line(at, TOP, at, BOTTOM + 5, "stroke=\"#ddd\"");
      String label = String.format(Locale.ROOT, power < 0 ? "%.2f" : "%,.0f", Math.pow(10, power));
      svg.label(at, BOTTOM + 20, Anchor.MIDDLE, label);
    }
    svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, "stroke=\"#222\"");
    int index = 0;
    for (Map.Entry<String, Histogram> line : lines.entrySet()) {
      String colour = "stroke=\"" + Svg.colour(index) + "\" stroke-width=\"2\"";
      svg.polyline(points(line.getValue(), from, to), colour);
      double keyY = TOP + 12 + 24 * index;
      svg.line(RIGHT + 25, keyY, RIGHT + 50, keyY, colour);
      svg.label(RIGHT + 58, keyY + 4, Anchor.START, line.getKey());
      index++;
    }
    return svg.toString();
  }

  /** Exponent of the power of ten, in milliseconds, below or above a time. */
  private static double decade(OptionalLong nanos, boolean above) {
    double power = Math.log10(Math.max(1, nanos.orElse(1)) / NANOS_PER_MILLI);
    return above ? Math.ceil(power) : Math.floor(power);
  }

  private static List<Double> points(Histogram times, double from, double to) {
    List<Double> points = new ArrayList<>();
    for (int i = 0; i <= POINTS; i++) {
      double power = from + (to - from) * i / POINTS;
      long nanos = (long) (Math.pow(10, power) * NANOS_PER_MILLI);
      points.add(horizontal(power, from, to));
      points.add(vertical(times.getPercentileAtOrBelowValue(nanos)));
    }
    return points;
  }

  private static double horizontal(double power, double from, double to) {
    return LEFT + (from == to ? 0 : (power - from) / (to - from)) * (RIGHT - LEFT);
  }

  private static double vertical(double share) {
    return BOTTOM - share / 100 * (BOTTOM - TOP);
  }
}
