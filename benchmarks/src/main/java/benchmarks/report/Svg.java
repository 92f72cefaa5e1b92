package benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Draws on an SVG 1.1 picture with a white ground. Lengths are pixels, from the upper left. */
final class Svg {
  /** Colours that are told apart by the colour-blind too. M. Okabe and K. Ito, 2008. */
  private static final String[] COLOURS = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31"
  };

  /** Where a text is tied to its place. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height, String title) {
    text.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">%n"
                + "<title>%s</title>%n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
            width,
            height,
            width,
            height,
            escape(title)));
    label(20, 28, Anchor.START, title, "font-size=\"17\" font-weight=\"bold\"");
  }

  static String colour(int series) {
    return COLOURS[series % COLOURS.length];
  }

  void label(double x, double y, Anchor anchor, String label) {
    label(x, y, anchor, label, "");
  }

  void label(double x, double y, Anchor anchor, String label, String attributes) {
    text.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#222\" %s>%s</text>%n",
            x,
            y,
            anchor.name().toLowerCase(Locale.ROOT),
            attributes,
            escape(label)));
  }

  void line(double x1, double y1, double x2, double y2, String attributes) {
    text.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>%n",
            x1,
            y1,
            x2,
            y2,
            attributes));
  }

  /** A line through points that are x and y in turn. */
  void polyline(List<Double> points, String attributes) {
    StringJoiner joined = new StringJoiner(" ");
    for (int i = 0; i < points.size(); i += 2) {
      joined.add(String.format(Locale.ROOT, "%.1f,%.1f", points.get(i), points.get(i + 1)));
    }
    text.append(
        String.format(
            Locale.ROOT, "<polyline points=\"%s\" fill=\"none\" %s/>%n", joined, attributes));
  }

  void circle(double x, double y, String colour) {
    text.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>%n",
            x,
            y,
            colour));
  }

  void rectangle(double x, double y, double width, double height, String colour) {
    text.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
            x,
            y,
            width,
            height,
            colour));
  }

  private static String escape(String label) {
    return label.replace("&", "&amp;").replace("<", "&lt;");
  }

  @Override
  public String toString() {
    return text + "</svg>\n";
  }
}
