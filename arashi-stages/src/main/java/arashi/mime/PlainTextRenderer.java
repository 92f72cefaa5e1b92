package arashi.mime;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plain text to HTML that keeps its lines (for {@code white-space: pre-wrap}), links its URLs and
 * marks quotations and the signature. Each character is escaped as it is written, in one pass;
 * nothing is edited afterwards, so no link can reach into an escape.
 *
 * <pre>
 *  &lt;div class="plain"&gt; … &lt;span class="q1"&gt;&amp;gt; quoted&lt;/span&gt; … &lt;span class="signature"&gt;-- …
 * </pre>
 */
public final class PlainTextRenderer {
  private static final int DEEPEST_CLASS = 3;

  /** Bounded, so that a line without spaces can't become one endless link. */
  private static final Pattern LINK =
      Pattern.compile("(?i)\\b(?:https?://|mailto:)[^\\s<>\"'\\p{Cntrl}]{1,2000}");

  private static final String NOT_AT_END = ".,;:!?*_~`|}]";

  private PlainTextRenderer() {}

  /** The text as one {@code div}, safe in any HTML body. */
  public static String render(String text) {
    StringBuilder out = new StringBuilder(text.length() + text.length() / 8 + 32);
    out.append("<div class=\"plain\">");
    String open = "";
    for (int start = 0; start < text.length(); ) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      String kind = open.equals("signature") ? open : kindOf(text, start, end);
      if (!kind.equals(open)) {
        out.append(open.isEmpty() ? "" : "</span>");
        out.append(kind.isEmpty() ? "" : "<span class=\"" + kind + "\">");
        open = kind;
      }
      line(text.substring(start, end), out);
      if (newline >= 0) {
        out.append('\n');
      }
      start = end + 1;
    }
    return out.append(open.isEmpty() ? "" : "</span>").append("</div>").toString();
  }

  private static String kindOf(String text, int start, int end) {
    int depth = 0;
    for (int at = start; at < end && depth < DEEPEST_CLASS; at++) {
      char c = text.charAt(at);
      if (c == '>') {
        depth++;
      } else if (c != ' ') {
        break;
      }
    }
    if (depth > 0) {
      return "q" + depth;
    }
    return end - start == 3 && text.startsWith("-- ", start) ? "signature" : "";
  }

  private static void line(String line, StringBuilder out) {
    Matcher link = LINK.matcher(line);
    int at = 0;
    while (link.find()) {
      String url = trimmed(link.group());
      escape(line, at, link.start(), out);
      out.append("<a href=\"");
      escape(url, 0, url.length(), out);
      out.append("\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">");
      escape(url, 0, url.length(), out);
      out.append("</a>");
      at = link.start() + url.length();
    }
    escape(line, at, line.length(), out);
  }

  /** Without the punctuation of the sentence around it. */
  private static String trimmed(String url) {
    int end = url.length();
    while (end > 0) {
      char last = url.charAt(end - 1);
      boolean closes = last == ')' && url.lastIndexOf('(', end - 1) < 0;
      if (NOT_AT_END.indexOf(last) < 0 && !closes) {
        break;
      }
      end--;
    }
    return url.substring(0, end);
  }

  private static void escape(String text, int from, int to, StringBuilder out) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&#34;");
        case '\'' -> out.append("&#39;");
        case '`' -> out.append("&#96;");
        default -> out.append(c);
      }
    }
  }
}
