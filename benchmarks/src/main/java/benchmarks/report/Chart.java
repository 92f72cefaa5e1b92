package benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.IntervalMarker;
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
 * Lines over one x axis, in one panel or several stacked ones. A line has one colour in all panels
 * and one entry in the legend. Axes begin at 0 unless they are logarithmic.
 */
public final class Chart {
  private static final int PANEL_HEIGHT = 200;
  private static final int ONE_PANEL_HEIGHT = 340;
  private static final int MARGIN = 120;

  /** Lines with more points have no marks. */
  private static final int MOST_MARKED = 15;

  /** Points of a cumulative line. */
  private static final int STEPS = 300;

  private final String title;
  private final String xTitle;
  private final List<XYPlot> panels = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<Double> ticks = new ArrayList<>();
  private boolean logarithmic;
  private double end;
  private double target;
  private double least = Double.NaN; // decades of cumulative lines
  private double most = Double.NaN;

  /** A chart without panels; the title of the x axis names its unit. */
  public Chart(String title, String xTitle) {
    this.title = title;
    this.xTitle = xTitle;
  }

  /** Makes the x axis logarithmic. */
  public Chart logarithmic() {
    logarithmic = true;
    return this;
  }

  /** Ends the x axis at a value. */
  public Chart until(double x) {
    end = x;
    return this;
  }

  /** Adds a panel for the next lines and marks; the title of its y axis names its unit. */
  public Chart panel(String yTitle) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
    renderer.setDrawSeriesLineAsPath(true);
    XYPlot plot = new XYPlot(new XYSeriesCollection(), null, Svg.axis(yTitle), renderer);
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
    boolean first = !names.contains(name);
    if (first) {
      names.add(name);
    }
    XYSeriesCollection data = (XYSeriesCollection) plot.getDataset();
    int index = data.getSeriesCount();
    data.addSeries(series);
    XYLineAndShapeRenderer renderer = (XYLineAndShapeRenderer) plot.getRenderer();
    renderer.setSeriesVisibleInLegend(index, first);
    renderer.setSeriesPaint(index, Svg.colour(names.indexOf(name)));
    renderer.setSeriesStroke(index, new BasicStroke(2));
    renderer.setSeriesShape(index, new Ellipse2D.Double(-3, -3, 6, 6));
    renderer.setSeriesShapesVisible(index, logarithmic && xs.size() <= MOST_MARKED);
    if (ticks.isEmpty() && xs.size() <= MOST_MARKED) {
      xs.forEach(x -> ticks.add(x.doubleValue()));
    }
    return this;
  }

  /** Adds a line of values, each measured over one step of the x axis, from 0 on. */
  public Chart steps(String name, double step, List<Double> ys) {
    return line(name, IntStream.range(0, ys.size()).mapToObj(i -> (i + 0.5) * step).toList(), ys);
  }

  /** Adds the cumulative distribution of times in nanoseconds, over milliseconds. */
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

  /** Draws the upper bound that lines should keep to. */
  public Chart target(double y) {
    target = y;
    ValueMarker marker = new ValueMarker(y, Color.DARK_GRAY, Svg.DASHED);
    Svg.label(marker, "target", RectangleAnchor.TOP_RIGHT, TextAnchor.BOTTOM_RIGHT);
    last().addRangeMarker(marker);
    return this;
  }

  /** Shades the part of the x axis of an event. */
  public Chart event(String name, double from, double to) {
    IntervalMarker marker = new IntervalMarker(from, to, new Color(0xf0f0f0));
    Svg.label(marker, name, RectangleAnchor.TOP_LEFT, TextAnchor.TOP_LEFT);
    last().addDomainMarker(marker, Layer.BACKGROUND);
    return this;
  }

  /** Marks a value of the x axis in all panels so far; the first has the label. */
  public Chart mark(double x, String label) {
    for (XYPlot panel : panels) {
      ValueMarker marker = new ValueMarker(x, Color.GRAY, Svg.DASHED);
      if (panel.equals(panels.get(0))) {
        Svg.label(marker, label, RectangleAnchor.TOP_RIGHT, TextAnchor.TOP_LEFT);
      }
      panel.addDomainMarker(marker);
    }
    return this;
  }

  private XYPlot last() {
    return panels.get(panels.size() - 1);
  }

  /** The chart as SVG. */
  public String svg() {
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(axis());
    all.setGap(14);
    panels.forEach(all::add);
    if (target > 0) { // visible even if all lines are far below
      Range range = DatasetUtils.iterateRangeBounds(last().getDataset());
      double highest = range == null ? 0 : range.getUpperBound();
      last().getRangeAxis().setRange(0, 1.05 * Math.max(highest, 1.2 * target));
    }
    JFreeChart chart = new JFreeChart(title, Svg.font(Font.BOLD, 16), all, true);
    chart.getLegend().setPosition(RectangleEdge.BOTTOM);
    int height = panels.size() == 1 ? ONE_PANEL_HEIGHT : panels.size() * PANEL_HEIGHT;
    return Svg.of(chart, height + MARGIN);
  }

  private ValueAxis axis() {
    ValueAxis axis = logarithmic ? new Decades() : Svg.axis(xTitle);
    if (end > 0) {
      axis.setRange(0, end);
    }
    if (most > least) {
      axis.setRange(Math.pow(10, least), Math.pow(10, most));
    }
    return axis;
  }

  /** A logarithmic axis with ticks where the first line has its points, if these are few. */
  private final class Decades extends LogAxis {
    private static final long serialVersionUID = 1;

    Decades() {
      super(xTitle);
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
