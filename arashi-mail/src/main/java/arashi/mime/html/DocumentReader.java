package arashi.mime.html;

import arashi.mime.limit.WorkBudget;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.owasp.html.HtmlStreamEventReceiver;

/**
 * Collects document-level data before the text is processed: the attributes of {@code <html>} and
 * {@code <body>} (first of each name, as in browsers), the base URL, and the style sheets of head
 * and body. For one document on one thread.
 */
final class DocumentReader implements HtmlStreamEventReceiver {
  private static final int MAX_VALUE = 4 << 10;
  private static final Set<String> READ = Set.of("html", "body", "base", "style");

  /** A style sheet as received. */
  record Source(String css, String media) {}

  private final WorkBudget budget;
  private final Map<String, String> root = new LinkedHashMap<>();
  private final Map<String, String> body = new LinkedHashMap<>();
  private final List<Source> sheets = new ArrayList<>();
  private final StringBuilder css = new StringBuilder();
  private String media;
  private URI base;

  DocumentReader(WorkBudget budget) {
    this.budget = budget;
  }

  Map<String, String> root() {
    return root;
  }

  Map<String, String> body() {
    return body;
  }

  /** Null if the mail has none. */
  URI base() {
    return base;
  }

  List<Source> sheets() {
    return sheets;
  }

  @Override
  public void openDocument() {}

  @Override
  public void closeDocument() {
    endStyle();
  }

  @Override
  public void openTag(String element, List<String> attributes) {
    endStyle();
    // skipped elements are charged when the text is processed
    if (!READ.contains(element) || !budget.allows(1)) {
      return;
    }
    switch (element) {
      case "html" -> note(attributes, root);
      case "body" -> note(attributes, body);
      case "base" -> {
        String href = value(attributes, "href");
        base = base == null ? LinkTargets.base(href) : base;
      }
      case "style" -> {
        String type = value(attributes, "type").strip().toLowerCase(Locale.ROOT);
        media = type.isEmpty() || type.equals("text/css") ? value(attributes, "media") : null;
      }
      default -> {}
    }
  }

  @Override
  public void closeTag(String element) {
    endStyle();
  }

  @Override
  public void text(String text) {
    if (media != null) {
      css.append(text);
    }
  }

  private void endStyle() {
    if (media != null) {
      sheets.add(new Source(css.toString(), media));
    }
    media = null;
    css.setLength(0);
  }

  private static void note(List<String> attributes, Map<String, String> noted) {
    for (var pair = attributes.iterator(); pair.hasNext() && noted.size() < 50; ) {
      String name = pair.next();
      String value = pair.next();
      if (value.length() <= MAX_VALUE) {
        noted.putIfAbsent(name, value);
      }
    }
  }

  private static String value(List<String> attributes, String name) {
    for (var pair = attributes.iterator(); pair.hasNext(); ) {
      String here = pair.next();
      String value = pair.next();
      if (here.equals(name)) {
        return value;
      }
    }
    return "";
  }
}
