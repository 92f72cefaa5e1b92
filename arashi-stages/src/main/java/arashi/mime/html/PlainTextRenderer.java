package arashi.mime.html;

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

  /** Links and spans are up to thirty times as long as what they are made from. */
  private static final int MAX_MARKS = 10_000;

  /**
   * Bounded, so that a line without spaces can't become one endless link. No {@code \\b}: before a
   * run of combining marks it looks back over all of it, at each of them.
   */
  private static final Pattern LINK =
      Pattern.compile("(?i)(?<![\\p{L}\\p{N}_])(?:https?://|mailto:)[^\\s<>\"'\\p{Cntrl}]{1,2000}");

  private static final String NOT_AT_END = ".,;:!?*_~`|}]";

  private final String text;
  private final StringBuilder out;
  private int marksLeft = MAX_MARKS;

  private PlainTextRenderer(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length() + text.length() / 8 + 32);
  }

  /** The text as one {@code div}, safe in any HTML body. */
  public static String render(String text) {
    return new PlainTextRenderer(text).render();
  }

  private String render() {
    out.append("<div class=\"plain\">");
    String open = "";
    for (int start = 0; start < text.length(); ) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      String kind = open.equals("signature") ? open : kindOf(text, start, end);
      if (!kind.equals(open)) {
        out.append(open.isEmpty() ? "" : "</span>");
        kind = kind.isEmpty() || marksLeft-- <= 0 ? "" : kind;
        out.append(kind.isEmpty() ? "" : "<span class=\"" + kind + "\">");
        open = kind;
      }
      line(text.substring(start, end));
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

  private void line(String line) {
    Matcher link = LINK.matcher(line);
    int at = 0;
    while (marksLeft > 0 && link.find()) {
      marksLeft--;
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
    boolean opens = url.indexOf('(') >= 0; // never cut off below
    while (end > 0) {
      char last = url.charAt(end - 1);
      boolean closes = last == ')' && !opens;
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
