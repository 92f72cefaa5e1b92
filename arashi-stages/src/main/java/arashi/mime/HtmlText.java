package arashi.mime;

import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/** The readable text of HTML: for previews, search, and readers who want no HTML. */
final class HtmlText {
  private static final Set<String> HIDDEN =
      Set.of("script", "style", "head", "title", "template", "noscript", "textarea", "select");

  private static final Set<String> PARAGRAPHS =
      Set.of("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "table", "pre");

  private HtmlText() {}

  /** At most {@code maxChars} of the text of {@code html}. */
  static String of(String html, int maxChars) {
    Collector collector = new Collector(maxChars);
    Jsoup.parse(html).filter(collector);
    return TextCleaner.clean(collector.out.toString().strip());
  }

  private static final class Collector implements NodeFilter {
    private final StringBuilder out = new StringBuilder();
    private final int maxChars;
    private int preformatted;

    Collector(int maxChars) {
      this.maxChars = maxChars;
    }

    @Override
    public FilterResult head(Node node, int depth) {
      if (out.length() >= maxChars) {
        return FilterResult.STOP;
      }
      if (node instanceof TextNode text) {
        append(text.getWholeText());
      } else if (node instanceof Element element) {
        if (HIDDEN.contains(element.normalName())) {
          return FilterResult.SKIP_ENTIRELY;
        }
        open(element);
      }
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (node instanceof Element element) {
        if (element.normalName().equals("pre")) {
          preformatted--;
        }
        if (element.isBlock() || element.normalName().equals("tr")) {
          lineBreak(PARAGRAPHS.contains(element.normalName()) ? 2 : 1);
        } else if (element.normalName().equals("td")) {
          append(" ");
        }
      }
      return FilterResult.CONTINUE;
    }

    private void open(Element element) {
      switch (element.normalName()) {
        case "br" -> out.append('\n');
        case "pre" -> {
          lineBreak(2);
          preformatted++;
        }
        case "li" -> {
          lineBreak(1);
          out.append("* ");
        }
        case "img" -> append(element.attr("alt"));
        default -> {
          if (element.isBlock()) {
            lineBreak(PARAGRAPHS.contains(element.normalName()) ? 2 : 1);
          }
        }
      }
    }

    private void append(String text) {
      if (preformatted > 0) {
        out.append(text);
        return;
      }
      for (int i = 0; i < text.length() && out.length() < maxChars; i++) {
        char c = text.charAt(i);
        boolean space = Character.isWhitespace(c) || c == '\u00a0';
        if (!space) {
          out.append(c);
        } else if (out.length() > 0 && !endsWithSpace()) {
          out.append(' ');
        }
      }
    }

    private boolean endsWithSpace() {
      char last = out.charAt(out.length() - 1);
      return last == ' ' || last == '\n';
    }

    private void lineBreak(int lines) {
      int length = out.length();
      while (length > 0 && out.charAt(length - 1) == ' ') {
        length--;
      }
      out.setLength(length);
      int present = 0;
      while (present < lines && present < length && out.charAt(length - 1 - present) == '\n') {
        present++;
      }
      if (length > 0) {
        out.append("\n".repeat(lines - present));
      }
    }
  }
}
