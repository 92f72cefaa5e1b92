package arashi.mime.html;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.htmlunit.cssparser.parser.LexicalUnit;

/**
 * Rewrites CSS property values from their tokens. One token off the allow-list rejects the whole
 * value. Allowed functions compute lengths and colours; none fetches, reads an attribute or refers
 * to a variable. The parser bounds the nesting. For one value on one thread.
 */
final class CssValues {
  private static final double MOST = 1e7;
  private static final int MAX_TOKENS = 400;

  /** Widths from this many pixels are page widths and are limited to the window. */
  private static final double PAGE_WIDTH = 300;

  private static final Pattern IDENT = Pattern.compile("-{0,2}[A-Za-z_][A-Za-z0-9_-]{0,60}");

  /**
   * Words that must be quoted: part of a font name like Curly, or the start of a function that
   * loads or runs code.
   */
  private static final Pattern QUOTED = Pattern.compile("(?i).*(?:url|expression).*");

  /**
   * Units of length, angle, time, resolution and fraction. Numbers with other suffixes are
   * rejected.
   */
  private static final Pattern UNIT =
      Pattern.compile(
          "(?:p[xtc]|in|cm|mm|q|r?em|r?ex|r?ch|r?lh|[dls]?v(?:w|h|i|b|min|max)|deg|grad|rad|turn|fr"
              + "|m?s|dp(?:i|cm|px)|%)?");

  private static final Pattern UNSAFE = Pattern.compile("[^\\p{L}\\p{N} _.,+-]");

  private static final Set<String> FUNCTIONS =
      Set.of(
          ("rgb rgba hsl hsla hwb lab lch oklab oklch rect calc min max clamp minmax repeat"
                  + " linear-gradient radial-gradient conic-gradient repeating-linear-gradient"
                  + " repeating-radial-gradient")
              .split(" ", -1));

  private final StringBuilder out = new StringBuilder();
  private final Function<String, Optional<String>> images;
  private final boolean strings;
  private int tokens;
  private boolean lostImage;
  private boolean ownImage;

  /**
   * Creates a writer.
   *
   * @param images maps an image reference to its address; empty removes the image
   * @param strings whether strings may hold any character; otherwise only those that fonts need
   */
  CssValues(Function<String, Optional<String>> images, boolean strings) {
    this.images = images;
    this.strings = strings;
  }

  boolean lostImage() {
    return lostImage;
  }

  boolean ownImage() {
    return ownImage;
  }

  /** Returns the value; empty if it is not allowed. */
  Optional<String> write(LexicalUnit value) {
    return list(value) ? Optional.of(out.toString()) : Optional.empty();
  }

  /** Limits a page width to the window without the page's margins. */
  static String width(LexicalUnit value, String written) {
    boolean alone = value.getNextLexicalUnit() == null;
    return switch (value.getLexicalUnitType()) {
      case PIXEL, POINT ->
          alone && value.getDoubleValue() > PAGE_WIDTH
              ? "min(" + written + ", 100vw - var(--edge))"
              : written;
      default -> written;
    };
  }

  private boolean list(LexicalUnit first) {
    boolean space = false;
    for (LexicalUnit unit = first; unit != null; unit = unit.getNextLexicalUnit()) {
      String operator = operator(unit);
      if (operator != null) {
        out.append(operator);
        space = false;
        continue;
      }
      out.append(space ? " " : "");
      if (++tokens > MAX_TOKENS || !token(unit)) {
        return false;
      }
      space = true;
    }
    return first != null;
  }

  private static String operator(LexicalUnit unit) {
    return switch (unit.getLexicalUnitType()) {
      case OPERATOR_COMMA -> ", ";
      case OPERATOR_SLASH -> " / ";
      case OPERATOR_PLUS -> " + ";
      case OPERATOR_MINUS -> " - ";
      case OPERATOR_MULTIPLY -> " * ";
      default -> null;
    };
  }

  private boolean token(LexicalUnit unit) {
    return switch (unit.getLexicalUnitType()) {
      case INHERIT, NONE, FROM, IDENT -> ident(unit);
      case STRING_VALUE -> string(unit.getStringValue());
      case URI -> image(unit.getStringValue());
      case RGBCOLOR,
          HSLCOLOR,
          HWBCOLOR,
          LABCOLOR,
          LCHCOLOR,
          RECT_FUNCTION,
          FUNCTION,
          FUNCTION_CALC ->
          function(unit);
      case INTEGER, REAL, DIMENSION, PERCENTAGE, PIXEL, INCH, CENTIMETER, MILLIMETER, POINT, PICA ->
          number(unit);
      case QUARTER, EM, REM, EX, CH, VW, VH, VMIN, VMAX, DVW, DVH, DVMIN, DVMAX -> number(unit);
      case LVW, LVH, LVMIN, LVMAX, SVW, SVH, SVMIN, SVMAX, DEGREE, GRADIAN, RADIAN, TURN ->
          number(unit);
      default -> false;
    };
  }

  private boolean ident(LexicalUnit unit) {
    String word = unit.getStringValue() == null ? unit.toString() : unit.getStringValue();
    if (!IDENT.matcher(word).matches() || QUOTED.matcher(word).matches()) {
      // font names may contain letters of any script
      return word.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_')
          && !word.isEmpty()
          && string(word);
    }
    out.append(word);
    return true;
  }

  private boolean string(String text) {
    if (text == null || text.length() > 200) {
      return false;
    }
    out.append('"');
    if (strings) {
      text.codePoints()
          .forEach(
              c -> {
                if (Character.isLetterOrDigit(c) || c == ' ') {
                  out.appendCodePoint(c);
                } else {
                  out.append('\\').append(Integer.toHexString(c)).append(' ');
                }
              });
    } else {
      out.append(UNSAFE.matcher(text).replaceAll(""));
    }
    out.append('"');
    return true;
  }

  private boolean image(String url) {
    Optional<String> own = url == null ? Optional.empty() : images.apply(url);
    ownImage |= own.isPresent();
    lostImage |= own.isEmpty();
    out.append(own.map(address -> "url(\"" + address + "\")").orElse("none"));
    return true;
  }

  private boolean function(LexicalUnit unit) {
    String name = unit.getFunctionName() == null ? "" : unit.getFunctionName();
    name = name.toLowerCase(Locale.ROOT);
    if (!FUNCTIONS.contains(name)) {
      return false;
    }
    if (name.equals("rgb") && hex(unit)) {
      return true;
    }
    out.append(name).append('(');
    if (!list(unit.getParameters())) {
      return false;
    }
    out.append(')');
    return true;
  }

  /** Writes an opaque colour of whole numbers, the common case, as hexadecimal digits. */
  private boolean hex(LexicalUnit unit) {
    int rgb = 0;
    int count = 0;
    for (LexicalUnit at = unit.getParameters(); at != null; at = at.getNextLexicalUnit()) {
      switch (at.getLexicalUnitType()) {
        case OPERATOR_COMMA -> {}
        case INTEGER -> {
          rgb = rgb << 8 | Math.max(0, Math.min(255, at.getIntegerValue()));
          count++;
        }
        default -> {
          return false;
        }
      }
    }
    if (count == 3) {
      out.append(String.format(Locale.ROOT, "#%06x", rgb));
    }
    return count == 3;
  }

  private boolean number(LexicalUnit unit) {
    double value = unit.getDoubleValue();
    String dimension = unit.getDimensionUnitText() == null ? "" : unit.getDimensionUnitText();
    dimension = dimension.toLowerCase(Locale.ROOT);
    if (!(Math.abs(value) < MOST) || !UNIT.matcher(dimension).matches()) {
      return false;
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_EVEN);
    out.append(rounded.stripTrailingZeros().toPlainString()).append(dimension);
    return true;
  }
}
