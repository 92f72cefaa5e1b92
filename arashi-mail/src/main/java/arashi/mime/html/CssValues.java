package arashi.mime.html;

import arashi.mime.html.CssToken.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Rewrites CSS property values from their tokens. One token off the allow-list rejects the whole
 * value. Allowed functions compute lengths and colours, or refer to the mail's own variables, whose
 * values were rewritten in the same way; none fetches or reads an attribute. The tokenizer bounds
 * the nesting. For one value on one thread.
 */
final class CssValues {
  private static final double MOST = Integer.MAX_VALUE;
  private static final int MAX_TOKENS = 400;

  /** Widths from this many pixels are page widths and are limited to the window. */
  private static final double PAGE_WIDTH = 300;

  private static final double POINTS_PER_PIXEL = 0.75;

  private static final Pattern IDENT = Pattern.compile("-{0,2}[A-Za-z_][A-Za-z0-9_-]{0,60}");
  private static final Pattern VARIABLE = Pattern.compile("--[\\p{L}\\p{N}_-]{1,80}");
  private static final Pattern HEX =
      Pattern.compile("[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}");

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
          "(?:p[xtc]|in|cm|mm|q|r?(?:em|ex|ch|lh|cap|ic)|[dls]?v(?:w|h|i|b|min|max)"
              + "|cq(?:w|h|i|b|min|max)|deg|grad|rad|turn|fr|m?s|x|dp(?:i|cm|px)|%)?");

  private static final Pattern UNSAFE = Pattern.compile("[^\\p{L}\\p{N} _.,+-]");

  private static final Set<String> FUNCTIONS =
      words(
          "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark rect calc min max"
              + " clamp minmax fit-content repeat round mod rem abs sign sin cos tan asin acos atan"
              + " atan2 pow sqrt hypot log exp linear-gradient radial-gradient conic-gradient"
              + " repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient"
              + " -webkit-linear-gradient -webkit-radial-gradient -webkit-repeating-linear-gradient"
              + " -webkit-repeating-radial-gradient -webkit-gradient from to color-stop");

  /** Functions that choose an image by resolution. The first one is taken. */
  private static final Set<String> IMAGE_SETS = words("image-set -webkit-image-set");

  private final StringBuilder out = new StringBuilder();
  private final Function<String, Optional<String>> images;
  private final CssVariables variables;
  private final boolean strings;
  private String numberUnit = "";
  private boolean hashless;
  private int tokens;
  private boolean lostImage;
  private boolean ownImage;

  /**
   * Creates a writer.
   *
   * @param images maps an image reference to its address; empty removes the image
   * @param variables the variables of the mail
   * @param strings whether strings may hold any character; otherwise only those that fonts need
   */
  CssValues(Function<String, Optional<String>> images, CssVariables variables, boolean strings) {
    this.images = images;
    this.variables = variables;
    this.strings = strings;
  }

  /** Reads numbers as pixels, and colours without {@code #}, as browsers do in quirks mode. */
  void quirks(boolean lengths, boolean colours) {
    numberUnit = lengths ? "px" : "";
    hashless = colours;
  }

  boolean lostImage() {
    return lostImage;
  }

  boolean ownImage() {
    return ownImage;
  }

  /** Returns the value; empty if it is not allowed. */
  Optional<String> write(List<CssToken> value) {
    return !value.isEmpty() && list(value) ? Optional.of(out.toString()) : Optional.empty();
  }

  /** The written name of a variable; empty if it is not allowed. */
  static Optional<String> variable(String name) {
    return VARIABLE.matcher(name).matches()
        ? Optional.of("--" + Names.PREFIX + name.substring(2))
        : Optional.empty();
  }

  /** Limits a page width to the window without the page's margins. */
  static String width(List<CssToken> value, String written) {
    CssToken only = value.get(0);
    boolean px = only.unit().equals("px") || (only.unit().isEmpty() && written.endsWith("px"));
    boolean pt = only.unit().equals("pt");
    double pixels = pt ? only.number() / POINTS_PER_PIXEL : only.number();
    return value.size() == 1 && (px || pt) && pixels > PAGE_WIDTH
        ? "min(" + written + ", 100vw - var(--edge))"
        : written;
  }

  private boolean list(List<CssToken> list) {
    boolean space = false;
    for (int at = 0; at < list.size(); at = CssToken.after(list, at)) {
      CssToken token = list.get(at);
      if (token.is(Kind.SPACE)) {
        continue;
      }
      String operator = token.is(Kind.DELIM) ? operator(token.text()) : null;
      if (operator != null) {
        out.append(operator);
        space = false;
        continue;
      }
      out.append(space ? " " : "");
      if (++tokens > MAX_TOKENS || !token(list, at)) {
        return false;
      }
      space = true;
    }
    return true;
  }

  private static String operator(String delim) {
    return switch (delim) {
      case "," -> ", ";
      case "/" -> " / ";
      case "+" -> " + ";
      case "-" -> " - ";
      case "*" -> " * ";
      default -> null;
    };
  }

  private boolean token(List<CssToken> list, int at) {
    CssToken token = list.get(at);
    return switch (token.kind()) {
      case IDENT -> hashless(token) || ident(token.text());
      case HASH -> hash(token.text());
      case STRING -> string(token.text());
      case URL -> image(token.text());
      case NUMBER, DIMENSION -> hashless(token) || number(token);
      case FUNCTION -> function(token.lower(), CssToken.strip(CssToken.within(list, at)));
      case OPEN -> bracket(token.text(), CssToken.within(list, at));
      default -> false;
    };
  }

  private boolean hash(String digits) {
    out.append('#').append(digits);
    return HEX.matcher(digits).matches();
  }

  private boolean hashless(CssToken token) {
    String text = token.text();
    String digits =
        token.is(Kind.NUMBER) ? "0".repeat(Math.max(0, 6 - text.length())) + text : text;
    return hashless && digits.matches("[0-9a-fA-F]{3}|[0-9a-fA-F]{6}") && hash(digits);
  }

  /** Writes a group of a calculation, or the names of a grid's lines. */
  private boolean bracket(String open, List<CssToken> content) {
    if (open.equals("{")) {
      return false;
    }
    out.append(open);
    boolean allowed = list(content);
    out.append(open.equals("(") ? ')' : ']');
    return allowed;
  }

  private boolean ident(String word) {
    if (!IDENT.matcher(word).matches() || QUOTED.matcher(word).matches()) {
      // font names may contain letters of any script
      return !word.startsWith("--") && string(word);
    }
    out.append(word);
    return true;
  }

  private boolean string(String text) {
    if (text.length() > 200) {
      return false;
    }
    out.append('"');
    if (strings) {
      text.codePoints().forEach(this::escape);
    } else {
      out.append(UNSAFE.matcher(text).replaceAll(""));
    }
    out.append('"');
    return true;
  }

  private void escape(int c) {
    if (Character.isLetterOrDigit(c) || c == ' ') {
      out.appendCodePoint(c);
    } else {
      out.append('\\').append(Integer.toHexString(c)).append(' ');
    }
  }

  private boolean image(String url) {
    Optional<String> own = images.apply(url);
    ownImage |= own.isPresent();
    lostImage |= own.isEmpty();
    out.append(own.map(address -> "url(\"" + address + "\")").orElse("none"));
    return true;
  }

  /** Writes a function; quirks do not reach into it. */
  private boolean function(String name, List<CssToken> arguments) {
    String unit = numberUnit;
    boolean colours = hashless;
    quirks(false, false);
    boolean allowed = call(name, arguments);
    numberUnit = unit;
    hashless = colours;
    return allowed;
  }

  private boolean call(String name, List<CssToken> arguments) {
    if (name.equals("url") || IMAGE_SETS.contains(name)) {
      return firstImage(arguments);
    } else if (name.equals("var")) {
      return reference(arguments);
    } else if (!FUNCTIONS.contains(name)) {
      return false;
    } else if (name.equals("rgb") && opaque(arguments)) {
      return true;
    }
    out.append(name).append('(');
    boolean allowed = list(arguments);
    out.append(')');
    return allowed;
  }

  private boolean firstImage(List<CssToken> arguments) {
    for (int at = 0; at < arguments.size(); at++) {
      CssToken token = arguments.get(at);
      if (token.is(Kind.STRING) || token.is(Kind.URL)) {
        return image(token.text());
      } else if (token.is(Kind.FUNCTION) && !token.text().equalsIgnoreCase("url")) {
        return function(token.lower(), CssToken.strip(CssToken.within(arguments, at)));
      }
    }
    return false;
  }

  /** Writes a reference to a variable, or its fallback if the variable is not written. */
  private boolean reference(List<CssToken> arguments) {
    if (arguments.isEmpty() || !arguments.get(0).is(Kind.IDENT)) {
      return false;
    }
    String name = arguments.get(0).text();
    int comma = 1;
    while (comma < arguments.size() && arguments.get(comma).is(Kind.SPACE)) {
      comma++;
    }
    boolean falls = comma < arguments.size();
    if (falls && !arguments.get(comma).is(',')) {
      return false;
    }
    List<CssToken> fallback =
        arguments.subList(Math.min(comma + 1, arguments.size()), arguments.size());
    if (variables.isRefused(name)) {
      return falls && list(fallback);
    }
    Optional<String> written = variable(name);
    out.append("var(").append(written.orElse("")).append(falls ? ", " : "");
    boolean allowed = written.isPresent() && list(fallback);
    out.append(')');
    return allowed;
  }

  /** Writes an opaque colour of whole numbers, the common case, as hexadecimal digits. */
  private boolean opaque(List<CssToken> arguments) {
    int rgb = 0;
    int count = 0;
    long commas = arguments.stream().filter(token -> token.is(',')).count();
    if (commas != 0 && commas != 2) {
      return false;
    }
    for (CssToken token : arguments) {
      double value = token.number();
      if (token.is(Kind.NUMBER) && value == Math.rint(value)) {
        rgb = rgb << 8 | (int) Math.max(0, Math.min(255, value));
        count++;
      } else if (!token.is(',') && !token.is(Kind.SPACE)) {
        return false;
      }
    }
    if (count == 3) {
      out.append(String.format("#%06x", rgb));
    }
    return count == 3;
  }

  private boolean number(CssToken token) {
    if (!UNIT.matcher(token.unit()).matches()) {
      return false;
    }
    double value = Math.max(-MOST, Math.min(MOST, token.number()));
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_EVEN);
    boolean bare = token.unit().isEmpty() && value != 0;
    out.append(rounded.stripTrailingZeros().toPlainString());
    out.append(bare ? numberUnit : token.unit());
    return true;
  }

  private static Set<String> words(String words) {
    return Set.of(words.split(" ", -1));
  }
}
