package benchmarks.report;

import benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over a logarithmic axis, with a key beside them. */
public final class LineChart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 460;
  private static final int LEFT = 70;
  private static final int RIGHT = 620;
  private static final int TOP = 72;
  private static final int BOTTOM = 400;
  private static final int TICKS = 5;

  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final List<Line> lines = new ArrayList<>();

  private record Line(String name, List<Double> xs, List<Double> ys) {}

  /** A chart without lines; axes with their units. */
  public LineChart(String title, String xTitle, String yTitle) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /** Adds a line through points of which {@code xs} are above 0. */
  public void line(String name, List<Double> xs, List<Double> ys) {
    lines.add(new Line(name, List.copyOf(xs), List.copyOf(ys)));
  }

  /** The chart as SVG. */
  public String svg() {
    Svg svg = new Svg(WIDTH, HEIGHT, title);
    Axis y = Axis.upTo(max(), TICKS);
    for (double tick = 0; tick <= y.max() * 1.0001; tick += y.step()) {
      double at = vertical(tick, y);
      svg.line(LEFT, at, RIGHT, at, "stroke=\"#ddd\"");
      svg.label(LEFT - 8, at + 4, Anchor.END, y.text(tick));
    }
    svg.label(LEFT - 50, TOP - 14, Anchor.START, yTitle);
    svg.label((LEFT + RIGHT) / 2.0, BOTTOM + 45, Anchor.MIDDLE, xTitle);
    double[] ends = ends();
    for (double x : xs()) {
      double at = horizontal(x, ends);
      svg.line(at, BOTTOM, at, BOTTOM + 5, "stroke=\"#222\"");
      svg.label(at, BOTTOM + 20, Anchor.MIDDLE, String.format(Locale.ROOT, "%,.0f", x));
    }
    svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, "stroke=\"#222\"");
    for (int i = 0; i < lines.size(); i++) {
      draw(svg, i, ends, y);
    }
    return svg.toString();
  }

  private void draw(Svg svg, int index, double[] ends, Axis y) {
    Line line = lines.get(index);
    String colour = Svg.colour(index);
    for (int i = 0; i < line.xs.size(); i++) {
      double atX = horizontal(line.xs.get(i), ends);
      double atY = vertical(line.ys.get(i), y);
      if (i > 0) {
        svg.line(
            horizontal(line.xs.get(i - 1), ends),
            vertical(line.ys.get(i - 1), y),
            atX,
            atY,
            "stroke=\"" + colour + "\" stroke-width=\"2\"");
      }
      svg.circle(atX, atY, colour);
    }
    double keyY = TOP + 12 + 24 * index;
    svg.line(RIGHT + 25, keyY, RIGHT + 50, keyY, "stroke=\"" + colour + "\" stroke-width=\"3\"");
    svg.label(RIGHT + 58, keyY + 4, Anchor.START, line.name);
  }

  private double max() {
    double max = 0;
    for (Line line : lines) {
      for (double y : line.ys) {
        max = Math.max(max, y);
      }
    }
    return max;
  }

  /** Where the axis is marked; somewhere, if there is no line. */
  private List<Double> xs() {
    return lines.isEmpty() ? List.of(1.0) : lines.get(0).xs;
  }

  private double[] ends() {
    List<Double> xs = xs();
    return new double[] {xs.get(0), xs.get(xs.size() - 1)};
  }

  private static double horizontal(double x, double[] ends) {
    double share = ends[0] == ends[1] ? 0.5 : Math.log(x / ends[0]) / Math.log(ends[1] / ends[0]);
    return LEFT + 25 + share * (RIGHT - LEFT - 50);
  }

  private static double vertical(double value, Axis y) {
    return BOTTOM - value / y.max() * (BOTTOM - TOP);
  }
}
