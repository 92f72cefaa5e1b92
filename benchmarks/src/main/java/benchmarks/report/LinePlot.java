package benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lines over the seconds of a run, each with its name at its end instead of in a legend. The title
 * says what the plot shows. A time axis in milliseconds may be logarithmic, because controllers
 * differ by factors.
 */
public final class LinePlot {
  private static final double LEFT = 52;
  private static final double HEIGHT = 230;
  private static final double BOTTOM = 46;
  private static final double LEAST = 1;

  private final String title;
  private final String yTitle;
  private final String xTitle;
  private final List<Line> lines = new ArrayList<>();
  private boolean logarithmic;
  private double target = Double.NaN;
  private String targetLabel = "";
  private double from = Double.NaN;
  private double to = Double.NaN;
  private String event = "";

  private record Line(String name, double step, List<Double> values) {
    double end() {
      return step * values.size();
    }

    double last() {
      return IntStream.range(0, values.size())
          .mapToObj(i -> values.get(values.size() - 1 - i))
          .filter(value -> !value.isNaN())
          .findFirst()
          .orElse(Double.NaN);
    }
  }

  /** A plot without lines; the titles of the axes name their units. */
  public LinePlot(String title, String xTitle, String yTitle) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /** Makes the y axis logarithmic; it begins at 1. */
  public LinePlot logarithmic() {
    logarithmic = true;
    return this;
  }

  /** Draws a bound that lines should keep to. */
  public LinePlot target(double y, String label) {
    target = y;
    targetLabel = label;
    return this;
  }

  /** Shades the seconds of an event. */
  public LinePlot event(String label, double start, double end) {
    event = label;
    from = start;
    to = end;
    return this;
  }

  /** Adds values, each measured over one step of the x axis; NaN leaves a gap. */
  public LinePlot steps(String name, double step, List<Double> values) {
    lines.add(new Line(name, step, List.copyOf(values)));
    return this;
  }

  /** The plot as SVG. */
  public String svg() {
    double end = Math.max(1, Figures.highest(lines, Line::end));
    double most = Math.max(Double.isNaN(target) ? 0 : 1.2 * target, highest());
    Axis y = logarithmic ? Axis.logarithmic(LEAST, most) : Axis.linear(most);
    double names = Figures.highest(lines, line -> Drawing.width(line.name)) + 12;
    Drawing drawing = new Drawing();
    double top = drawing.title(title);
    drawing.text(8, top, "faint", yTitle);
    Frame frame =
        new Frame(LEFT, top + 12, Drawing.WIDTH - Math.max(20, names), top + 12 + HEIGHT, end, y);
    frame.draw(drawing);
    lines.stream()
        .sorted(Comparator.comparingInt(lines::indexOf).reversed()) // the first is on top
        .forEach(line -> drawing.path(frame.path(line), "s" + colour(line)));
    frame.names(drawing);
    frame.label(drawing);
    return drawing.svg(frame.bottom + BOTTOM);
  }

  private double highest() {
    return lines.stream()
        .flatMap(line -> line.values.stream())
        .filter(value -> !value.isNaN())
        .mapToDouble(value -> value)
        .max()
        .orElse(1);
  }

  private int colour(Line line) {
    return lines.indexOf(line) % Drawing.COLOURS;
  }

  /** The area of the lines, and the place of a value in it. */
  private final class Frame {
    private final double left;
    private final double top;
    private final double right;
    private final double bottom;
    private final double end;
    private final Axis axis;

    Frame(double left, double top, double right, double bottom, double end, Axis axis) {
      this.left = left;
      this.top = top;
      this.right = right;
      this.bottom = bottom;
      this.end = end;
      this.axis = axis;
    }

    double x(double value) {
      return left + (right - left) * Math.min(value, end) / end;
    }

    double y(double value) {
      return bottom - (bottom - top) * axis.share(value);
    }

    void draw(Drawing drawing) {
      if (!event.isEmpty()) {
        drawing.box(x(from), top, x(to) - x(from), bottom - top, "band");
        drawing.text(x(from) + 4, bottom - 6, "faint", event);
      }
      for (double tick : axis.ticks()) {
        drawing.line(left, y(tick), right, y(tick), "grid");
        drawing.text(left - 6, y(tick) + 5, "faint end", Axis.text(tick));
      }
      for (double tick : Axis.linear(end).ticks()) {
        drawing.text(x(tick), bottom + 18, "faint middle", Axis.text(tick));
      }
      drawing.text((left + right) / 2, bottom + 36, "faint middle", xTitle);
      if (!Double.isNaN(target)) {
        drawing.line(left, y(target), right, y(target), "target");
      }
    }

    /** Names the target; over the lines, with a halo, to be legible. */
    void label(Drawing drawing) {
      if (!Double.isNaN(target)) {
        drawing.text(left + 4, y(target) - 5, "halo", targetLabel);
      }
    }

    String path(Line line) {
      StringBuilder path = new StringBuilder();
      boolean drawn = false;
      for (int i = 0; i < line.values.size(); i++) {
        double value = line.values.get(i);
        if (!Double.isNaN(value)) {
          double x = x((i + 0.5) * line.step);
          path.append(Figures.text("%s%.1f %.1f", drawn ? "L" : "M", x, y(value)));
        }
        drawn = !Double.isNaN(value);
      }
      return path.toString();
    }

    /** Writes each name beside its line's last value, moved down where names would overlap. */
    void names(Drawing drawing) {
      double least = top;
      List<Line> byHeight =
          lines.stream()
              .filter(line -> !Double.isNaN(line.last()))
              .sorted(Comparator.comparingDouble(line -> y(line.last())))
              .toList();
      for (int i = 0; i < byHeight.size(); i++) {
        Line line = byHeight.get(i);
        double below = Drawing.LINE * (byHeight.size() - 1 - i);
        double at = Math.max(least, Math.min(y(line.last()), bottom - below));
        drawing.text(right + 6, at + 5, "f" + colour(line), line.name);
        least = at + Drawing.LINE;
      }
    }
  }
}
