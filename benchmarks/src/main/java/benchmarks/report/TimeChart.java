package benchmarks.report;

import benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.List;

/** Lines over time, with a target to compare them with and a time in which something happened. */
public final class TimeChart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 640;
  private static final int TOP = 72;
  private static final int BOTTOM = 360;
  private static final int TICKS = 6;

  private final String title;
  private final String yTitle;
  private final double seconds;
  private final List<Line> lines = new ArrayList<>();
  private String unit = "seconds";
  private double target = Double.NaN;
  private String eventName = "";
  private double eventFrom;
  private double eventTo;

  private record Line(String name, double step, List<Double> ys) {}

  /** A chart of so many seconds. */
  public TimeChart(String title, String yTitle, double seconds) {
    this.title = title;
    this.yTitle = yTitle;
    this.seconds = seconds;
  }

  /** Says what the numbers on the axis of time are, if not seconds. */
  public void unit(String ofTime) {
    unit = ofTime;
  }

  /** Adds a line through values that were taken every so many seconds; gaps where they are NaN. */
  public void line(String name, double step, List<Double> ys) {
    lines.add(new Line(name, step, List.copyOf(ys)));
  }

  /** Draws a value that the lines should stay below. */
  public void target(double value) {
    target = value;
  }

  /** Shades the seconds in which something happened. */
  public void event(String name, double from, double to) {
    eventName = name;
    eventFrom = from;
    eventTo = Math.min(to, seconds);
  }

  /** The chart as SVG. */
  public String svg() {
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    Axis x = Axis.upTo(seconds, TICKS);
    Axis y = Axis.upTo(max(), TICKS);
    if (eventTo > eventFrom) {
      double from = horizontal(eventFrom, x);
      svg.rectangle(from, TOP, horizontal(eventTo, x) - from, BOTTOM - TOP, "#f2f2f2");
      svg.label(from + 6, TOP + 16, Anchor.START, eventName);
    }
    for (double tick = 0; tick <= y.max() * 1.0001; tick += y.step()) {
      double at = vertical(tick, y);
      svg.line(LEFT, at, RIGHT, at, "stroke=\"#ddd\"");
      svg.label(LEFT - 8, at + 4, Anchor.END, y.text(tick));
    }
    for (double tick = 0; tick <= x.max() * 1.0001; tick += x.step()) {
      svg.label(horizontal(tick, x), BOTTOM + 20, Anchor.MIDDLE, x.text(tick));
    }
    svg.label(LEFT - 50, TOP - 14, Anchor.START, yTitle);
    svg.label((LEFT + RIGHT) / 2.0, BOTTOM + 42, Anchor.MIDDLE, unit);
    svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, "stroke=\"#222\"");
    if (!Double.isNaN(target)) {
      double at = vertical(target, y);
      svg.line(LEFT, at, RIGHT, at, "stroke=\"#222\" stroke-dasharray=\"6 4\"");
      svg.label(RIGHT + 6, at + 4, Anchor.START, "target");
    }
    for (int i = 0; i < lines.size(); i++) {
      draw(svg, i, x, y);
    }
    return svg.toString();
  }

  private void draw(Svg svg, int index, Axis x, Axis y) {
    Line line = lines.get(index);
    String stroke = "stroke=\"" + Svg.colour(index) + "\" stroke-width=\"2\"";
    for (int i = 1; i < line.ys.size(); i++) {
      double before = line.ys.get(i - 1);
      double here = line.ys.get(i);
      if (!Double.isNaN(before) && !Double.isNaN(here)) {
        svg.line(
            horizontal((i - 0.5) * line.step, x),
            vertical(before, y),
            horizontal((i + 0.5) * line.step, x),
            vertical(here, y),
            stroke);
      }
    }
    double keyY = TOP + 60 + 24 * index;
    svg.line(RIGHT + 25, keyY, RIGHT + 50, keyY, stroke);
    svg.label(RIGHT + 58, keyY + 4, Anchor.START, line.name);
  }

  private double max() {
    double max = Double.isNaN(target) ? 0 : target * 1.2;
    for (Line line : lines) {
      for (double y : line.ys) {
        max = y > max ? y : max; // NaN never is
      }
    }
    return max;
  }

  private static double horizontal(double value, Axis x) {
    return LEFT + value / x.max() * (RIGHT - LEFT);
  }

  private static double vertical(double value, Axis y) {
    return BOTTOM - value / y.max() * (BOTTOM - TOP);
  }
}
