package benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.text.NumberFormat;
import java.util.Locale;
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

/** Horizontal bars, each of stacked parts, and a line that marks a goal. */
public final class BarChart {
  private static final int WIDTH = 900;
  private static final int BAR = 16;
  private static final int MARGIN = 130;
  private final String title;
  private final String valueTitle;
  private final double goal;
  private final DefaultCategoryDataset bars = new DefaultCategoryDataset();

  /** A chart without bars; the value axis has its unit in its title. */
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
    NumberAxis values = new NumberAxis(valueTitle);
    values.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    StackedBarRenderer renderer = new StackedBarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    for (int i = 0; i < bars.getRowCount(); i++) {
      renderer.setSeriesPaint(i, Svg.colour(i));
    }
    CategoryPlot plot = new CategoryPlot(bars, new CategoryAxis(), values, renderer);
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(2);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    Svg.style(plot);
    plot.setRangeGridlinePaint(Svg.GRID);
    plot.setRangeGridlineStroke(Svg.THIN);
    Range range = DatasetUtils.findStackedRangeBounds(bars);
    values.setRange(0, 1.05 * Math.max(goal, range == null ? 0 : range.getUpperBound()));
    ValueMarker marker = new ValueMarker(goal, Color.RED, Svg.DASHED);
    marker.setLabel("goal");
    marker.setLabelAnchor(RectangleAnchor.BOTTOM_LEFT);
    marker.setLabelTextAnchor(TextAnchor.BOTTOM_RIGHT);
    marker.setLabelBackgroundColor(new Color(0, true));
    plot.addRangeMarker(marker);
    JFreeChart chart = new JFreeChart(title, Svg.font(Font.BOLD, 16), plot, true);
    return Svg.of(chart, WIDTH, MARGIN + bars.getColumnCount() * BAR);
  }
}
