package benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.Marker;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.Range;
import org.jfree.data.general.DatasetUtils;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Lines over one x axis, in one panel or in several above each other. A line has one colour in all
 * panels and one entry in the legend. Axes begin at 0 unless they are logarithmic.
 */
public final class Chart {
  private static final int WIDTH = 900;
  private static final int PANEL_HEIGHT = 200;
  private static final int ONE_PANEL_HEIGHT = 340;
  private static final int MARGIN = 120;

  /** More points than this are drawn without marks. */
  private static final int MOST_MARKED = 15;

  /** Points of a cumulative line. */
  private static final int STEPS = 300;

  private final String title;
  private final String xTitle;
  private final List<XYPlot> panels = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();
  private final List<Double> ticks = new ArrayList<>();
  private boolean logarithmic;
  private double end;
  private double target;
  private double least = Double.NaN; // decades of cumulative lines
  private double most = Double.NaN;

  /** A chart without panels; the x axis has its unit in its title. */
  public Chart(String title, String xTitle) {
    this.title = title;
    this.xTitle = xTitle;
  }

  /** Makes the x axis logarithmic. */
  public Chart logarithmic() {
    logarithmic = true;
    return this;
  }

  /** Ends the x axis at a value, whatever the lines have. */
  public Chart until(double x) {
    end = x;
    return this;
  }

  /**
   * Adds a panel; lines and marks that follow belong to it. The y axis has its unit in its title.
   */
  public Chart panel(String yTitle) {
    NumberAxis axis = new NumberAxis(yTitle);
    axis.setAutoRangeIncludesZero(true);
    axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
    renderer.setDrawSeriesLineAsPath(true);
    XYPlot plot = new XYPlot(new XYSeriesCollection(), null, axis, renderer);
    Svg.style(plot);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinePaint(Svg.GRID);
    plot.setRangeGridlineStroke(Svg.THIN);
    panels.add(plot);
    return this;
  }

  /** Adds a line to the last panel; it has gaps where {@code ys} are NaN. */
  public Chart line(String name, List<? extends Number> xs, List<? extends Number> ys) {
    XYPlot plot = last();
    XYSeries series = new XYSeries(name, false);
    for (int i = 0; i < xs.size(); i++) {
      series.add(xs.get(i).doubleValue(), ys.get(i).doubleValue());
    }
    names.add(name);
    int colour = new ArrayList<>(names).indexOf(name);
    XYSeriesCollection data = (XYSeriesCollection) plot.getDataset();
    int index = data.getSeriesCount();
    data.addSeries(series);
    XYLineAndShapeRenderer renderer = (XYLineAndShapeRenderer) plot.getRenderer();
    renderer.setSeriesPaint(index, Svg.colour(colour));
    renderer.setSeriesStroke(index, new BasicStroke(2));
    renderer.setSeriesShape(index, new Ellipse2D.Double(-3, -3, 6, 6));
    renderer.setSeriesShapesVisible(index, logarithmic && xs.size() <= MOST_MARKED);
    if (ticks.isEmpty() && xs.size() <= MOST_MARKED) {
      xs.forEach(x -> ticks.add(x.doubleValue()));
    }
    return this;
  }

  /** Adds a line of values that were each taken over one step of the x axis, from 0 on. */
  public Chart steps(String name, double step, List<Double> ys) {
    List<Double> xs = new ArrayList<>();
    for (int i = 0; i < ys.size(); i++) {
      xs.add((i + 0.5) * step);
    }
    return line(name, xs, ys);
  }

  /** Adds a line that shows which share of times, in nanoseconds, is at most x milliseconds. */
  public Chart cumulative(String name, Histogram nanos) {
    List<Double> xs = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    double from = Math.log10(Math.max(1, nanos.getMinValue()) / 1e6);
    double to = Math.log10(Math.max(1, nanos.getMaxValue()) / 1e6);
    least = Math.min(Double.isNaN(least) ? from : least, Math.floor(from));
    most = Math.max(Double.isNaN(most) ? to : most, Math.ceil(to));
    for (int i = 0; i <= STEPS; i++) {
      double millis = Math.pow(10, from + (to - from) * i / STEPS);
      xs.add(millis);
      shares.add(nanos.getPercentileAtOrBelowValue((long) (millis * 1e6)));
    }
    return line(name, xs, shares);
  }

  /** Draws the value that lines should stay below. */
  public Chart target(double y) {
    target = y;
    ValueMarker marker = new ValueMarker(y, Color.DARK_GRAY, Svg.DASHED);
    label(marker, "target", RectangleAnchor.TOP_RIGHT, TextAnchor.BOTTOM_RIGHT);
    last().addRangeMarker(marker);
    return this;
  }

  /** Shades the part of the x axis in which something happened. */
  public Chart event(String name, double from, double to) {
    IntervalMarker marker = new IntervalMarker(from, to, new Color(0xf0f0f0));
    label(marker, name, RectangleAnchor.TOP_LEFT, TextAnchor.TOP_LEFT);
    last().addDomainMarker(marker, Layer.BACKGROUND);
    return this;
  }

  /** Marks a value of the x axis in all panels so far; the label stands in the first. */
  public Chart mark(double x, String label) {
    for (XYPlot panel : panels) {
      ValueMarker marker = new ValueMarker(x, Color.GRAY, Svg.DASHED);
      if (panel.equals(panels.get(0))) {
        label(marker, label, RectangleAnchor.TOP_RIGHT, TextAnchor.TOP_LEFT);
      }
      panel.addDomainMarker(marker);
    }
    return this;
  }

  private static void label(
      Marker marker, String label, RectangleAnchor anchor, TextAnchor textAnchor) {
    marker.setLabel(label);
    marker.setLabelAnchor(anchor);
    marker.setLabelTextAnchor(textAnchor);
    marker.setLabelFont(Svg.font(Font.PLAIN, 11));
    marker.setLabelBackgroundColor(new Color(0, true));
  }

  private XYPlot last() {
    return panels.get(panels.size() - 1);
  }

  /** The chart as SVG. */
  public String svg() {
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(axis());
    all.setGap(14);
    panels.forEach(all::add);
    if (target > 0) { // is shown even if all lines stay far below
      Range range = DatasetUtils.iterateRangeBounds(last().getDataset());
      double highest = range == null ? 0 : range.getUpperBound();
      last().getRangeAxis().setRange(0, 1.05 * Math.max(highest, 1.2 * target));
    }
    all.setFixedLegendItems(legend());
    JFreeChart chart = new JFreeChart(title, Svg.font(Font.BOLD, 16), all, true);
    chart.getLegend().setPosition(RectangleEdge.BOTTOM);
    int height = panels.size() == 1 ? ONE_PANEL_HEIGHT : panels.size() * PANEL_HEIGHT;
    return Svg.of(chart, WIDTH, height + MARGIN);
  }

  private ValueAxis axis() {
    ValueAxis axis = logarithmic ? new Decades() : new NumberAxis(xTitle);
    axis.setLabel(xTitle);
    if (!logarithmic) {
      ((NumberAxis) axis).setAutoRangeIncludesZero(true);
      ((NumberAxis) axis).setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    }
    if (end > 0) {
      axis.setRange(0, end);
    }
    if (most > least) {
      axis.setRange(Math.pow(10, least), Math.pow(10, most));
    }
    return axis;
  }

  private LegendItemCollection legend() {
    LegendItemCollection unique = new LegendItemCollection();
    Set<String> seen = new LinkedHashSet<>();
    for (XYPlot panel : panels) {
      LegendItemCollection items = panel.getLegendItems();
      for (int i = 0; i < items.getItemCount(); i++) {
        if (seen.add(items.get(i).getLabel())) {
          unique.add(items.get(i));
        }
      }
    }
    return unique;
  }

  /** A logarithmic axis with ticks where the first line has its points, if these are few. */
  private final class Decades extends LogAxis {
    private static final long serialVersionUID = 1;

    Decades() {
      NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
      format.setMaximumFractionDigits(6);
      setNumberFormatOverride(format);
      if (ticks.isEmpty()) {
        setTickUnit(new NumberTickUnit(1)); // powers of ten
      }
    }

    @Override
    protected List<?> refreshTicksHorizontal(
        java.awt.Graphics2D g2, java.awt.geom.Rectangle2D area, RectangleEdge edge) {
      if (ticks.isEmpty()) {
        return super.refreshTicksHorizontal(g2, area, edge);
      }
      NumberFormat format = getNumberFormatOverride();
      return ticks.stream()
          .map(
              x -> new NumberTick(x, format.format(x), TextAnchor.TOP_CENTER, TextAnchor.CENTER, 0))
          .toList();
    }
  }
}
