package benchmarks.report;

import java.util.List;

/**
 * An SVG drawing for desk and telephone, in light and in dark mode. Colours are classes of a style
 * sheet, {@code c0} to {@code c7} for series; sizes are those of a drawing {@link #WIDTH} wide. It
 * needs no fonts, so the same input has the same text on every machine.
 */
final class Drawing {
  /** Width in units. A telephone shows a unit as 0.7 pixels, so that text of 14 remains legible. */
  static final int WIDTH = 520;

  /** Height of a line of text. */
  static final int LINE = 17;

  /** Number of colours for series. */
  static final int COLOURS = 8;

  private static final double GLYPH = 7.4;

  private static final String HEAD =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 %d" width="640" role="img">
      <style>
      svg{--ground:#fff;--text:#1b1f24;--faint:#59636e;--grid:#dfe3e8;--band:#f0f2f5;
      --c0:#0067a8;--c1:#c24f00;--c2:#007a5a;--c3:#a8478a;--c4:#8a6500;--c5:#2f87b7;--c6:#59636e;--c7:#7a5c2e}
      @media (prefers-color-scheme:dark){svg{--ground:#0d1117;--text:#e6edf3;--faint:#9aa4af;--grid:#30363d;--band:#1a2028;
      --c0:#56b4e9;--c1:#ff9a55;--c2:#3fc79a;--c3:#e29ac9;--c4:#e6b84a;--c5:#8fd0f5;--c6:#9aa4af;--c7:#c9a878}}
      text{font:14px system-ui,sans-serif;fill:var(--text)}
      .title{font-weight:600;font-size:16px}.head{font-weight:600}
      .halo{paint-order:stroke;stroke:var(--ground);stroke-width:4px;stroke-linejoin:round}
      .faint{fill:var(--faint)}.end{text-anchor:end}.middle{text-anchor:middle}
      .ground{fill:var(--ground)}.band{fill:var(--band)}.grid{stroke:var(--grid)}
      .target{stroke:var(--text);stroke-dasharray:6 4;stroke-width:1.5}
      path{fill:none;stroke-width:2;stroke-linejoin:round}
      """;

  private final StringBuilder body = new StringBuilder();

  /** A rectangle of a class. */
  Drawing box(double x, double y, double width, double height, String kind) {
    return add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        kind, x, y, width, height);
  }

  /** A line of a class. */
  Drawing line(double x1, double y1, double x2, double y2, String kind) {
    return add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        kind, x1, y1, x2, y2);
  }

  /** A path of a class, in SVG's notation. */
  Drawing path(String points, String kind) {
    return add("<path class=\"%s\" d=\"%s\"/>", kind, points);
  }

  /** A text of some classes; {@code y} is its base line. */
  Drawing text(double x, double y, String kinds, String text) {
    return add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", kinds, x, y, escaped(text));
  }

  /** A title in as many lines as it needs, from the top; returns the height that they take. */
  double title(String title) {
    double y = LINE + 3;
    for (String line : wrapped(title, (int) (WIDTH / (GLYPH * 1.2)))) {
      text(8, y, "title", line);
      y += LINE + 3;
    }
    return y;
  }

  /** The drawing as SVG. */
  String svg(double height) {
    StringBuilder style = new StringBuilder(Figures.text(HEAD, Math.round(height)));
    for (int i = 0; i < COLOURS; i++) {
      style.append(
          Figures.text(".s%d{stroke:var(--c%d)}.f%d,text.f%d{fill:var(--c%d)}%n", i, i, i, i, i));
    }
    return style
        + "</style>\n<rect class=\"ground\" width=\"520\" height=\""
        + Math.round(height)
        + "\"/>\n"
        + body
        + "</svg>\n";
  }

  /** The number of lines that a text needs in a width. */
  static int lines(String text, double width) {
    return wrapped(text, (int) Math.max(1, width / GLYPH)).size();
  }

  /** The approximate width of a text. */
  static double width(String text) {
    return GLYPH * text.length();
  }

  private Drawing add(String format, Object... values) {
    body.append(Figures.text(format, values)).append('\n');
    return this;
  }

  /** As many lines of text as a width needs, up to a height of several lines above {@code y}. */
  void above(double x, double y, double width, String kinds, String text) {
    List<String> lines = wrapped(text, (int) Math.max(1, width / GLYPH));
    for (int i = 0; i < lines.size(); i++) {
      text(x, y - LINE * (lines.size() - 1 - i), kinds, lines.get(i));
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** A text in lines of a number of letters, except for longer words. */
  private static List<String> wrapped(String text, int most) {
    StringBuilder lines = new StringBuilder();
    int length = 0;
    for (String word : List.of(text.split(" ", -1))) {
      boolean fits = length == 0 || length + 1 + word.length() <= most;
      lines.append(length == 0 ? "" : fits ? " " : "\n").append(word);
      length = (fits && length > 0 ? length + 1 : 0) + word.length();
    }
    return lines.toString().lines().toList();
  }
}
