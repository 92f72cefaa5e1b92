package benchmarks.report;

import benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Lying bars, each of stacked parts, in named groups, with an optional line that marks a goal. */
public final class BarChart {
  private static final int WIDTH = 860;
  private static final int LEFT = 230;
  private static final int RIGHT = 790;
  private static final int TOP = 70;
  private static final int BAR = 14;
  private static final int GAP = 10;
  private static final int TICKS = 6;

  private final String title;
  private final String xTitle;
  private final List<String> parts;
  private final List<Bar> bars = new ArrayList<>();
  private double goal;

  private record Bar(String group, String name, List<Double> values) {
    double sum() {
      double sum = 0;
      for (double value : values) {
        sum += value;
      }
      return sum;
    }
  }

  /** A chart without bars; {@code parts} name what each is stacked of. */
  public BarChart(String title, String xTitle, List<String> parts) {
    this.title = title;
    this.xTitle = xTitle;
    this.parts = List.copyOf(parts);
  }

  /** Draws a line at a value. */
  public void goal(double value) {
    goal = value;
  }

  /** Adds a bar; bars of one group follow each other. */
  public void bar(String group, String name, double... values) {
    bars.add(new Bar(group, name, Arrays.stream(values).boxed().toList()));
  }

  /** The chart as SVG. */
  public String svg() {
    int bottom = bottom();
    Svg svg = new Svg(WIDTH, bottom + 60, title);
    double max = bars.stream().mapToDouble(Bar::sum).max().orElse(1);
    Axis axis = Axis.upTo(Math.max(max, goal), TICKS);
    for (double tick = 0; tick <= axis.max() * 1.0001; tick += axis.step()) {
      double x = horizontal(tick, axis);
      svg.line(x, TOP, x, bottom, "stroke=\"#ddd\"");
      svg.label(x, bottom + 20, Anchor.MIDDLE, axis.text(tick));
    }
    svg.label((LEFT + RIGHT) / 2.0, bottom + 44, Anchor.MIDDLE, xTitle);
    drawBars(svg, axis);
    if (goal > 0) {
      double x = horizontal(goal, axis);
      svg.line(
          x, TOP - 6, x, bottom, "stroke=\"#c00\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"");
      svg.label(x, TOP - 10, Anchor.MIDDLE, "goal " + axis.text(goal), "font-size=\"11\"");
    }
    for (int i = 0; i < parts.size(); i++) {
      svg.rectangle(LEFT + 130 * i, 42, BAR, BAR, Svg.colour(i));
      svg.label(LEFT + 130 * i + BAR + 6, 54, Anchor.START, parts.get(i));
    }
    return svg.toString();
  }

  private int bottom() {
    long groups = bars.stream().map(Bar::group).distinct().count();
    return TOP + GAP + bars.size() * (BAR + 2) + (int) groups * GAP;
  }

  private void drawBars(Svg svg, Axis axis) {
    double y = TOP + GAP;
    String group = null;
    for (Bar bar : bars) {
      if (!bar.group.equals(group)) {
        y += group == null ? 0 : GAP;
        group = bar.group;
        svg.label(20, y + BAR - 3, Anchor.START, group);
      }
      svg.label(LEFT - 8, y + BAR - 3, Anchor.END, bar.name, "font-size=\"11\"");
      double x = LEFT;
      for (int i = 0; i < bar.values.size(); i++) {
        double end = x + bar.values.get(i) / axis.max() * (RIGHT - LEFT);
        svg.rectangle(x, y, end - x, BAR, Svg.colour(i));
        x = end;
      }
      String sum = String.format(Locale.ROOT, bar.sum() < 10 ? "%.2f" : "%,.0f", bar.sum());
      svg.label(x + 5, y + BAR - 3, Anchor.START, sum, "font-size=\"11\"");
      y += BAR + 2;
    }
  }

  private static double horizontal(double value, Axis axis) {
    return LEFT + value / axis.max() * (RIGHT - LEFT);
  }
}
