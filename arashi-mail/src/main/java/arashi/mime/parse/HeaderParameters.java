package arashi.mime.parse;

import arashi.mime.text.CharsetRescue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parses {@code value; name=value; …} of Content-Type and Content-Disposition. Supports
 * continuations and charsets (RFC 2231), and tolerates encoded words and raw 8-bit text in their
 * place.
 *
 * @param value the value before the first semicolon, lower case
 * @param parameters decoded values by lower-case name
 */
record HeaderParameters(String value, Map<String, String> parameters) {

  private static final int MAX_PARAMETERS = 100;

  static HeaderParameters parse(String body) {
    int[] at = {0};
    String value = token(body, at, ";").strip().toLowerCase(Locale.ROOT);
    Map<String, String> plain = new HashMap<>();
    Map<String, TreeMap<Integer, Piece>> split = new HashMap<>();
    int count = 0;
    while (at[0] < body.length() && count++ < MAX_PARAMETERS) {
      at[0]++;
      String name = token(body, at, ";=").strip().toLowerCase(Locale.ROOT);
      if (at[0] < body.length() && body.charAt(at[0]) == '=') {
        at[0]++;
        boolean isFileName = name.startsWith("name") || name.startsWith("filename");
        add(name, isFileName ? fileName(body, at) : token(body, at, ";"), plain, split);
      }
    }
    plain.replaceAll((name, text) -> HeaderText.decodeText(text));
    split.forEach((name, pieces) -> plain.merge(name, join(pieces), HeaderParameters::better));
    return new HeaderParameters(value, Map.copyOf(plain));
  }

  private static String better(String old, String extended) {
    return extended.isEmpty() ? old : extended;
  }

  String get(String name) {
    return parameters.getOrDefault(name, "");
  }

  private static void add(
      String name,
      String text,
      Map<String, String> plain,
      Map<String, TreeMap<Integer, Piece>> split) {
    int star = name.indexOf('*');
    if (star <= 0) {
      plain.putIfAbsent(name, text);
      return;
    }
    boolean extended = name.endsWith("*");
    int numberEnd = extended ? name.length() - 1 : name.length();
    int n = 0;
    if (numberEnd > star + 1) {
      String number = name.substring(star + 1, numberEnd);
      if (number.length() > 3 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return;
      }
      n = Integer.parseInt(number);
    }
    split
        .computeIfAbsent(name.substring(0, star), key -> new TreeMap<>())
        .putIfAbsent(n, new Piece(text, extended));
  }

  private record Piece(String text, boolean extended) {}

  private static String join(TreeMap<Integer, Piece> pieces) {
    String charset = "";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean first = true;
    for (Piece piece : pieces.values()) {
      String text = piece.text;
      if (first && piece.extended) {
        int end = text.indexOf('\'');
        int language = text.indexOf('\'', end + 1);
        if (end >= 0 && language > end) {
          charset = text.substring(0, end);
          text = text.substring(language + 1);
        }
      }
      first = false;
      if (piece.extended) {
        unescape(text, bytes);
      } else {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      }
    }
    String text = CharsetRescue.decode(bytes.toByteArray(), charset, false).text();
    return HeaderText.decodeText(text);
  }

  private static void unescape(String text, ByteArrayOutputStream out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' && i + 2 < text.length()) {
        int high = Character.digit(text.charAt(i + 1), 16);
        int low = Character.digit(text.charAt(i + 2), 16);
        if (high >= 0 && low >= 0) {
          out.write(high << 4 | low);
          i += 2;
          continue;
        }
      }
      out.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Reads up to one of {@code ends} and leaves the cursor there. Removes quotes, comments and
   * unquoted surrounding white space.
   */
  private static String token(String in, int[] cursor, String ends) {
    return token(in, cursor, ends, false);
  }

  /**
   * Reads a file name. Many programs write names such as {@code Report (2).pdf} without quotes, so
   * parentheses belong to the name unless they stand before or behind it like a comment.
   */
  private static String fileName(String in, int[] cursor) {
    return token(in, cursor, ";", true);
  }

  private static String token(String in, int[] cursor, String ends, boolean mayHaveParentheses) {
    StringBuilder out = new StringBuilder();
    int at = cursor[0];
    boolean quoted = false;
    int solid = 0;
    int lastQuote = in.lastIndexOf('"');
    int lastComment = in.lastIndexOf(')');
    for (; at < in.length(); at++) {
      char c = in.charAt(at);
      if (quoted && c == '\\' && at + 1 < in.length() && isEscapable(in.charAt(at + 1))) {
        out.append(in.charAt(++at));
      } else if (c == '"') {
        quoted = !quoted && at < lastQuote;
      } else if (!quoted && ends.indexOf(c) >= 0) {
        break;
      } else if (!quoted
          && c == '('
          && at < lastComment
          && (!mayHaveParentheses || out.isEmpty() || isLast(in, at, ends))) {
        at = in.indexOf(')', at);
      } else if (quoted || !out.isEmpty() || !Character.isWhitespace(c)) {
        out.append(c);
      }
      solid = quoted || !Character.isWhitespace(c) ? out.length() : solid;
    }
    cursor[0] = at;
    out.setLength(solid);
    return out.toString();
  }

  /** True if parentheses follow a blank or a quote, and nothing but blanks follows them. */
  private static boolean isLast(String in, int open, String ends) {
    char before = in.charAt(open - 1);
    int at = in.indexOf(')', open) + 1;
    while (at < in.length() && Character.isWhitespace(in.charAt(at))) {
      at++;
    }
    boolean isSeparate = Character.isWhitespace(before) || before == '"';
    return isSeparate && (at == in.length() || ends.indexOf(in.charAt(at)) >= 0);
  }

  /**
   * True for a quote or a backslash. Other backslashes come from Windows paths that were not
   * escaped.
   */
  private static boolean isEscapable(char c) {
    return c == '"' || c == '\\';
  }
}
