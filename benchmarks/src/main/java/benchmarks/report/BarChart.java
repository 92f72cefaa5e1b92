package benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.general.DatasetUtils;

/** Horizontal stacked bars, and a line at a goal. */
public final class BarChart {
  private static final int BAR = 16;
  private static final int MARGIN = 130;
  private final String title;
  private final String valueTitle;
  private final double goal;
  private final DefaultCategoryDataset bars = new DefaultCategoryDataset();

  /** A chart without bars; the title of the value axis names its unit. */
  public BarChart(String title, String valueTitle, double goal) {
    this.title = title;
    this.valueTitle = valueTitle;
    this.goal = goal;
  }

  /** Adds a part to the bar of that name. */
  public void add(String bar, String part, double value) {
    bars.addValue(value, part, bar);
  }

  /** The chart as SVG. */
  public String svg() {
    StackedBarRenderer renderer = new StackedBarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    for (int i = 0; i < bars.getRowCount(); i++) {
      renderer.setSeriesPaint(i, Svg.colour(i));
    }
    NumberAxis values = Svg.axis(valueTitle);
    Range range = DatasetUtils.findStackedRangeBounds(bars);
    values.setRange(0, 1.05 * Math.max(goal, range == null ? 0 : range.getUpperBound()));
    CategoryPlot plot = new CategoryPlot(bars, new CategoryAxis(), values, renderer);
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(2);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    Svg.style(plot);
    plot.setRangeGridlinePaint(Svg.GRID);
    plot.setRangeGridlineStroke(Svg.THIN);
    ValueMarker marker = new ValueMarker(goal, Color.RED, Svg.DASHED);
    Svg.label(marker, "goal", RectangleAnchor.BOTTOM_LEFT, TextAnchor.BOTTOM_RIGHT);
    plot.addRangeMarker(marker);
    JFreeChart chart = new JFreeChart(title, Svg.font(Font.BOLD, 16), plot, true);
    return Svg.of(chart, MARGIN + bars.getColumnCount() * BAR);
  }
}
