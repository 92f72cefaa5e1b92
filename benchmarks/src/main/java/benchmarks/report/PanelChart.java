package benchmarks.report;

import benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Panels above each other over one time axis. Lines of one name have one colour in all of them, and
 * one entry in the key.
 */
public final class PanelChart {
  private static final int WIDTH = 860;
  private static final int LEFT = 70;
  private static final int RIGHT = 830;
  private static final int TOP = 108;
  private static final int PANEL = 150;
  private static final int GAP = 52;
  private static final int KEY = 270;
  private static final int X_TICKS = 10;
  private static final int Y_TICKS = 4;

  private final String title;
  private final String xTitle;
  private final List<Panel> panels = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();

  private record Mark(double x, String label) {}

  private record Line(String name, List<Double> xs, List<Double> ys) {}

  /** One of the panels. */
  public static final class Panel {
    private final String yTitle;
    private final List<Line> lines = new ArrayList<>();

    private Panel(String yTitle) {
      this.yTitle = yTitle;
    }

    /** Adds a line. */
    public Panel line(String name, List<Double> xs, List<Double> ys) {
      lines.add(new Line(name, List.copyOf(xs), List.copyOf(ys)));
      return this;
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
  }

  /** A chart without panels; the time axis with its unit. */
  public PanelChart(String title, String xTitle) {
    this.title = title;
    this.xTitle = xTitle;
  }

  /** Adds a panel under those that are there; its axis with its unit. */
  public Panel panel(String yTitle) {
    Panel panel = new Panel(yTitle);
    panels.add(panel);
    return panel;
  }

  /** Marks a time in all panels; the label stands above the first. */
  public void mark(double x, String label) {
    marks.add(new Mark(x, label));
  }

  /** The chart as SVG. */
  public String svg() {
    int bottom = TOP + panels.size() * (PANEL + GAP) - GAP;
    Svg svg = new Svg(WIDTH, bottom + 56, title);
    List<String> names = names();
    for (int i = 0; i < names.size(); i++) {
      double x = LEFT + i * KEY;
      svg.line(x, 50, x + 26, 50, style(i));
      svg.label(x + 33, 54, Anchor.START, names.get(i));
    }
    Axis time = new Axis(end(), Axis.upTo(end(), X_TICKS).step());
    for (Mark mark : marks) {
      double x = horizontal(mark.x, time);
      svg.line(x, TOP - 4, x, bottom, "stroke=\"#888\" stroke-dasharray=\"2 4\"");
      svg.label(x, TOP - 8, Anchor.MIDDLE, mark.label, "font-size=\"11\"");
    }
    for (int i = 0; i < panels.size(); i++) {
      draw(svg, panels.get(i), TOP + i * (PANEL + GAP), names, time);
    }
    for (double tick = 0; tick <= time.max() * 1.0001; tick += time.step()) {
      svg.label(horizontal(tick, time), bottom + 20, Anchor.MIDDLE, time.text(tick));
    }
    svg.label((LEFT + RIGHT) / 2.0, bottom + 44, Anchor.MIDDLE, xTitle);
    return svg.toString();
  }

  private static void draw(Svg svg, Panel panel, double top, List<String> names, Axis time) {
    Axis axis = Axis.upTo(panel.max(), Y_TICKS);
    double bottom = top + PANEL;
    for (double tick = 0; tick <= axis.max() * 1.0001; tick += axis.step()) {
      double y = bottom - tick / axis.max() * PANEL;
      svg.line(LEFT, y, RIGHT, y, "stroke=\"#ddd\"");
      svg.label(LEFT - 8, y + 4, Anchor.END, axis.text(tick));
    }
    for (double tick = 0; tick <= time.max() * 1.0001; tick += time.step()) {
      double x = horizontal(tick, time);
      svg.line(x, bottom, x, bottom + 5, "stroke=\"#222\"");
    }
    svg.line(LEFT, bottom, RIGHT, bottom, "stroke=\"#222\"");
    svg.label(LEFT - 58, top - 24, Anchor.START, panel.yTitle);
    for (Line line : panel.lines) {
      List<Double> points = new ArrayList<>();
      for (int i = 0; i < line.xs.size(); i++) {
        points.add(horizontal(line.xs.get(i), time));
        points.add(bottom - line.ys.get(i) / axis.max() * PANEL);
      }
      svg.polyline(points, style(names.indexOf(line.name)));
    }
  }

  private static String style(int series) {
    return String.format(
        Locale.ROOT,
        "stroke=\"%s\" stroke-width=\"1.8\" stroke-linejoin=\"round\"",
        Svg.colour(series));
  }

  private static double horizontal(double time, Axis axis) {
    return LEFT + time / axis.max() * (RIGHT - LEFT);
  }

  private List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    panels.forEach(panel -> panel.lines.forEach(line -> names.add(line.name)));
    return List.copyOf(names);
  }

  private double end() {
    double end = 0;
    for (Panel panel : panels) {
      for (Line line : panel.lines) {
        for (double x : line.xs) {
          end = Math.max(end, x);
        }
      }
    }
    return end;
  }
}
