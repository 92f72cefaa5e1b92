package arashi.mime.html;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders plain text as HTML with its lines (for {@code white-space: pre-wrap}). It links
 * addresses, and marks quotations, patches and the signature. Characters are escaped as they are
 * written, in one pass without later edits, so a link cannot reach into an escape.
 *
 * <pre>
 *  &lt;div class="t-plain"&gt; …
 *    &lt;div class="t-q1"&gt;&amp;gt; quoted&lt;div class="t-q2"&gt;&amp;gt;&amp;gt; twice&lt;/div&gt;&lt;/div&gt;
 *    &lt;details class="t-q1"&gt;&lt;summary&gt;&amp;gt; a long one&lt;/summary&gt; … &lt;/details&gt;
 *    &lt;div class="t-patch"&gt; … &lt;span class="t-add"&gt;+x&lt;/span&gt; … &lt;/div&gt;
 *    &lt;div class="t-signature"&gt;-- …
 * </pre>
 *
 * <p>A quotation of {@value #FOLDED_LINES} or more lines folds to its first line, unless the mail
 * has only quotations.
 */
public final class PlainTextRenderer {
  private static final int DEEPEST_CLASS = 4;
  private static final int FOLDED_LINES = 12;

  /** Caps links and spans, which are up to thirty times as long as their source text. */
  private static final int MAX_MARKS = 10_000;

  private static final Pattern CLASS =
      Pattern.compile("t-(?:plain|q[1-4]|signature|patch|add|del|hunk|file)");

  /**
   * Bounded, so that a line without spaces cannot become one endless link. It has no {@code \\b},
   * which rescans a whole run of combining marks at each of them. The last alternative is a mail
   * address (RFC 5321) that starts where a run of its characters starts.
   */
  private static final Pattern LINK =
      Pattern.compile(
          "(?i)(?<![\\p{L}\\p{N}_])(?:(?:https?://|ftp://|mailto:|tel:\\+?\\d)[^\\s<>\"\\p{Cntrl}]{1,2000}"
              + "|www\\.[\\p{L}\\p{N}-]{1,63}\\.[^\\s<>\"\\p{Cntrl}]{1,2000})"
              + "|(?<![\\p{L}\\p{N}._%+'/@-])[\\p{L}\\p{N}._%+'-]{1,64}+@"
              + "(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}[\\p{L}]{2,24}"
              + "(?![\\p{L}\\p{N}@])");

  private static final String NOT_AT_END = ".,;:!?*_~`|'’”»…";
  private static final String CLOSING = ")]}>";
  private static final String OPENING = "([{<";

  private final String text;
  private final StringBuilder out;
  private final boolean folds;
  private final boolean sanitized;
  private int marksLeft = MAX_MARKS;

  private PlainTextRenderer(String text, boolean sanitized) {
    this.text = text;
    this.sanitized = sanitized;
    this.out = new StringBuilder(text.length() + text.length() / 8 + 64);
    this.folds = hasOwnText(text);
  }

  /** Renders the text as one {@code div} that is safe in any HTML body. */
  public static String render(String text) {
    return new PlainTextRenderer(text, false).render();
  }

  /**
   * Renders the text as one {@code div} of an HTML mail. {@link HtmlSanitizer} reads it, which
   * rewrites its links.
   */
  public static String renderForMail(String text) {
    return new PlainTextRenderer(text, true).render();
  }

  /** True for a class that this renderer writes; mail may use it, too. */
  static boolean isClass(String name) {
    return CLASS.matcher(name).matches();
  }

  private String render() {
    out.append("<div class=\"t-plain\">");
    int start = 0;
    while (start < text.length()) {
      int depth = quoteDepth(start);
      if (depth > 0) {
        start = quotation(start);
      } else if (isSignature(start)) {
        open("div", "t-signature");
        lines(start, text.length());
        out.append("</div>");
        start = text.length();
      } else if (isPatch(start) && marksLeft > 0) {
        start = patch(start);
      } else {
        int end = endOfPlain(start);
        lines(start, end);
        start = end;
      }
    }
    return out.append("</div>").toString();
  }

  private int endOfPlain(int start) {
    int at = next(start);
    while (at < text.length() && quoteDepth(at) == 0 && !isSignature(at) && !isPatch(at)) {
      at = next(at);
    }
    return at;
  }

  private void open(String element, String name) {
    marksLeft--;
    out.append('<').append(element).append(" class=\"").append(name).append("\">");
  }

  // ---- quotations ----

  /** Renders quotation levels as nested blocks, or as plain lines once the marks are used up. */
  private int quotation(int start) {
    int end = start;
    int count = 0;
    while (end < text.length() && quoteDepth(end) > 0) {
      end = next(end);
      count++;
    }
    boolean folded = folds && count >= FOLDED_LINES && marksLeft > 0;
    int at = start;
    if (folded) {
      open("details", "t-q" + quoteDepth(start));
      out.append("<summary>");
      at = next(start);
      line(start, endOfLine(start));
      out.append("</summary>");
    }
    while (at < end) {
      int depth = quoteDepth(at);
      int run = at;
      while (run < end && quoteDepth(run) == depth) {
        run = next(run);
      }
      boolean marked = marksLeft > 0;
      if (marked) {
        open("div", "t-q" + depth);
      }
      lines(at, run);
      out.append(marked ? "</div>" : "");
      at = run;
    }
    out.append(folded ? "</details>" : "");
    return end;
  }

  private int quoteDepth(int start) {
    return quoteDepth(text, start);
  }

  private static int quoteDepth(String text, int start) {
    int depth = 0;
    for (int at = start; at < text.length() && depth < DEEPEST_CLASS; at++) {
      char c = text.charAt(at);
      if (c == '>') {
        depth++;
      } else if (c != ' ' || (depth == 0 && at > start)) {
        break;
      }
    }
    return depth;
  }

  private static boolean hasOwnText(String text) {
    int words = 0;
    for (int at = 0; at < text.length() && words < 1; ) {
      int newline = text.indexOf('\n', at);
      int end = newline < 0 ? text.length() : newline;
      words += quoteDepth(text, at) == 0 && !text.substring(at, end).isBlank() ? 1 : 0;
      at = end + 1;
    }
    return words > 0;
  }

  // ---- patches ----

  /** True at the header of a unified diff, as {@code diff -u} and git write it. */
  private boolean isPatch(int start) {
    if (text.startsWith("diff --git ", start) || text.startsWith("Index: ", start)) {
      return hunkFollows(next(start));
    }
    return text.startsWith("--- ", start)
        && text.startsWith("+++ ", next(start))
        && text.startsWith("@@ ", next(next(start)));
  }

  private boolean hunkFollows(int start) {
    int at = start;
    for (int i = 0; i < 12 && at < text.length(); i++) {
      if (text.startsWith("@@ ", at)) {
        return true;
      }
      at = next(at);
    }
    return false;
  }

  private int patch(int start) {
    open("div", "t-patch");
    int at = start;
    boolean hunk = false;
    while (at < text.length() && !isSignature(at)) {
      char first = text.charAt(at);
      boolean header = text.startsWith("@@ ", at);
      if (!hunk && !header && !isPatchHead(at)) {
        break;
      }
      if (hunk && !header && " +-\\\n".indexOf(first) < 0 && !isPatchHead(at)) {
        break;
      }
      hunk = header || (hunk && !text.startsWith("diff --git ", at));
      patchLine(at, hunk, first);
      at = next(at);
    }
    out.append("</div>");
    return at > start ? at : next(start);
  }

  private boolean isPatchHead(int at) {
    for (String head : HEADS) {
      if (text.startsWith(head, at)) {
        return true;
      }
    }
    return false;
  }

  private static final String[] HEADS = {
    "diff ",
    "index ",
    "Index: ",
    "====",
    "--- ",
    "+++ ",
    "new file ",
    "deleted file ",
    "old mode ",
    "new mode ",
    "rename ",
    "copy ",
    "similarity ",
    "dissimilarity ",
    "Binary ",
    "GIT binary "
  };

  private void patchLine(int start, boolean hunk, char first) {
    String name = "";
    if (text.startsWith("@@", start)) {
      name = "t-hunk";
    } else if (!hunk || isPatchHead(start)) {
      name = "t-file";
    } else if (first == '+' || first == '-') {
      name = first == '+' ? "t-add" : "t-del";
    }
    int end = endOfLine(start);
    boolean marked = !name.isEmpty() && marksLeft > 0;
    if (marked) {
      open("span", name);
    }
    escape(text, start, end, out);
    out.append(marked ? "</span>" : "");
    newline(end);
  }

  // ---- lines ----

  private boolean isSignature(int start) {
    return text.startsWith("-- \n", start)
        || (text.startsWith("-- ", start) && start + 3 == text.length());
  }

  private int endOfLine(int start) {
    int newline = text.indexOf('\n', start);
    return newline < 0 ? text.length() : newline;
  }

  private int next(int start) {
    return Math.min(text.length(), endOfLine(start) + 1);
  }

  private void newline(int end) {
    if (end < text.length()) {
      out.append('\n');
    }
  }

  private void lines(int start, int end) {
    for (int at = start; at < end; at = next(at)) {
      line(at, endOfLine(at));
      newline(endOfLine(at));
    }
  }

  private void line(int start, int end) {
    String line = text.substring(start, end);
    Matcher link = LINK.matcher(line);
    int at = 0;
    while (marksLeft > 0 && link.find()) {
      String shown = trimmed(link.group());
      String href = sanitized ? href(shown) : ComposeLink.of(href(shown));
      if (href.isEmpty()) {
        continue;
      }
      marksLeft--;
      escape(line, at, link.start(), out);
      out.append("<a href=\"");
      escape(href, 0, href.length(), out);
      out.append("\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">");
      escape(shown, 0, shown.length(), out);
      out.append("</a>");
      at = link.start() + shown.length();
    }
    escape(line, at, line.length(), out);
  }

  /** Returns the target of an address in text; empty if nothing remains without its punctuation. */
  private static String href(String shown) {
    if (shown.regionMatches(true, 0, "www.", 0, 4)) {
      return shown.indexOf('.', 4) > 0 ? "https://" + shown : "";
    }
    int colon = shown.indexOf(':');
    boolean scheme =
        colon > 0
            && shown.substring(0, colon).matches("(?i)https?|ftp|mailto|tel")
            && colon + 1 < shown.length();
    if (scheme) {
      return shown.endsWith("://") ? "" : shown;
    }
    return shown.indexOf('@') > 0 ? "mailto:" + shown : "";
  }

  /** Strips trailing punctuation and unmatched closing brackets. */
  private static String trimmed(String url) {
    int[] open = new int[CLOSING.length()]; // counted once: a link may be all brackets
    for (int i = 0; i < url.length(); i++) {
      int opening = OPENING.indexOf(url.charAt(i));
      int closing = CLOSING.indexOf(url.charAt(i));
      if (opening >= 0) {
        open[opening]++;
      } else if (closing >= 0) {
        open[closing]--;
      }
    }
    int end = url.length();
    while (end > 0) {
      char last = url.charAt(end - 1);
      int bracket = CLOSING.indexOf(last);
      boolean closes = bracket >= 0 && open[bracket] < 0;
      if (NOT_AT_END.indexOf(last) < 0 && !closes) {
        break;
      }
      if (bracket >= 0) {
        open[bracket]++;
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
