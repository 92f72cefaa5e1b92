package benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Horizontal bars: a row for each thing that is compared, a panel for each condition. Every bar has
 * its value beside it. The title says what the plot shows.
 */
public final class RowPlot {
  private static final int ROW = 22;
  private static final int GAP = 14;

  /** Room for a value to the right of the longest bar. */
  private static final double VALUE = 56;

  private final String title;
  private final String valueTitle;
  private final List<String> panels;
  private final List<Row> rows = new ArrayList<>();
  private double goal = Double.NaN;
  private String goalLabel = "";

  private record Row(String name, boolean isOurs, List<Double> values) {}

  /** A plot without rows; the title of the values names their unit. */
  public RowPlot(String title, String valueTitle, List<String> panels) {
    this.title = title;
    this.valueTitle = valueTitle;
    this.panels = List.copyOf(panels);
  }

  /** Draws a bound that bars should reach or keep to. */
  public RowPlot goal(double value, String label) {
    goal = value;
    goalLabel = label;
    return this;
  }

  /** Adds a row with a value for each panel, NaN where nothing was measured. */
  public RowPlot row(String name, boolean isOurs, List<Double> values) {
    rows.add(new Row(name, isOurs, List.copyOf(values)));
    return this;
  }

  /** The plot as SVG. */
  public String svg() {
    Drawing drawing = new Drawing();
    double top = drawing.title(title);
    drawing.text(8, top, "faint", valueTitle);
    double left = Figures.highest(rows, row -> Drawing.width(row.name)) + 16;
    double width = (Drawing.WIDTH - left - GAP * (panels.size() - 1)) / panels.size();
    int heads = panels.stream().mapToInt(panel -> Drawing.lines(panel, width)).max().orElse(1);
    double first = top + (1 + heads) * Drawing.LINE + 6;
    for (int i = 0; i < panels.size(); i++) {
      panel(drawing, i, left + i * (width + GAP), first, width - VALUE);
    }
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      String kinds = row.isOurs ? "end f0" : "end";
      drawing.text(left - 8, first + i * ROW + 15, kinds, row.name);
    }
    return drawing.svg(first + rows.size() * ROW + Drawing.LINE + 10);
  }

  private void panel(Drawing drawing, int panel, double left, double top, double width) {
    Axis axis = Axis.linear(highest());
    double bottom = top + rows.size() * ROW;
    drawing.above(left, top - 8, width + VALUE, "head", panels.get(panel));
    if (!Double.isNaN(goal)) {
      double x = left + width * axis.share(goal);
      drawing.line(x, top, x, bottom, "target");
      drawing.text(x, bottom + 16, "faint middle", goalLabel);
    }
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      double value = row.values.get(panel);
      double y = top + i * ROW;
      if (Double.isNaN(value)) {
        drawing.text(left + 4, y + 15, "faint", "not measured");
      } else {
        double length = width * axis.share(value);
        drawing.box(left, y + 4, length, ROW - 8, row.isOurs ? "f0" : "f6");
        drawing.text(left + length + 5, y + 15, "halo", Axis.text(value));
      }
    }
  }

  private double highest() {
    double most = Double.isNaN(goal) ? 0 : goal;
    for (Row row : rows) {
      most = Math.max(most, Figures.highest(row.values, value -> value.isNaN() ? 0 : value));
    }
    return most;
  }
}
