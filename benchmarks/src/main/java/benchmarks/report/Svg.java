package benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Stroke;
import java.awt.font.FontRenderContext;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.StringWriter;
import java.text.NumberFormat;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.Marker;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.w3c.dom.Document;

/** Draws JFreeChart's charts as SVG, and gives them one style. */
final class Svg {
  static final Color GRID = new Color(0xdddddd);
  static final Stroke THIN = new BasicStroke(1);
  static final Stroke DASHED =
      new BasicStroke(
          1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {6, 4}, 0);

  /** Distinct for the colour-blind. M. Okabe and K. Ito, 2008. */
  private static final int[] COLOURS = {
    0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x000000, 0x8c6d31
  };

  private static final int WIDTH = 900;

  static {
    System.setProperty("java.awt.headless", "true");
    TextUtils.setUseDrawRotatedStringWorkaround(false); // it draws outlines instead of text
  }

  /** Replaces a chart on a machine without fonts, which still gets the tables and the JSON. */
  private static final String NO_FONTS =
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="900" height="40"><text x="20" y="25">\
      Not drawn: the JDK found no fonts. Install fontconfig and a font.</text></svg>
      """;

  private Svg() {}

  static Color colour(int series) {
    return new Color(COLOURS[series % COLOURS.length]);
  }

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  static void style(Plot plot) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
  }

  static NumberAxis axis(String title) {
    NumberAxis axis = new NumberAxis(title);
    axis.setAutoRangeIncludesZero(true);
    axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    return axis;
  }

  static void label(Marker marker, String label, RectangleAnchor anchor, TextAnchor textAnchor) {
    marker.setLabel(label);
    marker.setLabelAnchor(anchor);
    marker.setLabelTextAnchor(textAnchor);
    marker.setLabelFont(font(Font.PLAIN, 11));
    marker.setLabelBackgroundColor(new Color(0, true));
  }

  /** True if the JDK finds a font, by which charts measure their texts. */
  static boolean canMeasureText() {
    try {
      FontRenderContext context = new FontRenderContext(null, true, true);
      return font(Font.PLAIN, 12).getStringBounds("text", context).getWidth() > 0;
    } catch (RuntimeException | Error e) { // an Error if libraries are missing
      return false;
    }
  }

  static String of(JFreeChart chart, int height) {
    if (!canMeasureText()) {
      return NO_FONTS;
    }
    chart.setBackgroundPaint(Color.WHITE);
    try {
      Document document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument("http://www.w3.org/2000/svg", "svg", null);
      SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
      context.setComment(null);
      SVGGraphics2D graphics = new SVGGraphics2D(context, false);
      graphics.setSVGCanvasSize(new Dimension(WIDTH, height));
      chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
      StringWriter svg = new StringWriter();
      graphics.stream(svg, true);
      return svg.toString();
    } catch (ParserConfigurationException | IOException e) {
      throw new BenchmarkException("no SVG can be drawn: " + e.getMessage(), e);
    }
  }
}
