package arashi.mime.html;

import arashi.mime.html.HtmlSanitizer.Passing;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.owasp.html.HtmlStreamEventReceiver;

/**
 * Leaves out of plain text what the mail hides by attribute; in quotations also what it hides by
 * style. Previews and the search keep the latter: newsletters hide the words that previews are to
 * show. For one document on one thread.
 */
final class HiddenContent extends Passing {
  private static final Set<String> VOID = Set.of("area", "br", "col", "hr", "img", "input", "wbr");

  /** Elements that end where the next of their name starts, so that a missing end hides one. */
  private static final Set<String> ENDS_BY_NEXT =
      Set.of("p", "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "tfoot");

  private static final Pattern DISPLAY =
      Pattern.compile("(?i)display\\s{0,9}:\\s{0,9}([a-z-]{1,20})");

  private final boolean quotable;

  /** The hidden element, or empty, and how many of its name are open in it. */
  private String hidden = "";

  private int depth;

  HiddenContent(HtmlStreamEventReceiver out, boolean quotable) {
    super(out);
    this.quotable = quotable;
  }

  @Override
  public void openTag(String element, List<String> attributes) {
    if (element.equals(hidden) && !ENDS_BY_NEXT.contains(element)) {
      depth++;
      return;
    }
    hidden = element.equals(hidden) ? "" : hidden;
    if (!hidden.isEmpty()) {
      return;
    }
    if (!VOID.contains(element) && isHidden(element, attributes)) {
      hidden = element;
      depth = 1;
      return;
    }
    super.openTag(element, attributes);
  }

  /** A style may show what the attribute hides. */
  private boolean isHidden(String element, List<String> attributes) {
    String display = display(attributes);
    if (!display.isEmpty()) {
      return quotable && display.equals("none");
    }
    return has(attributes, "hidden") || (element.equals("dialog") && !has(attributes, "open"));
  }

  /** The value of {@code display} in the style attribute, in lower case, or empty. */
  static String display(List<String> attributes) {
    for (int at = 0; at + 1 < attributes.size(); at += 2) {
      Matcher display = DISPLAY.matcher(attributes.get(at + 1));
      if (attributes.get(at).equals("style") && display.find()) {
        return display.group(1).toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }

  private static boolean has(List<String> attributes, String name) {
    for (int at = 0; at < attributes.size(); at += 2) {
      if (attributes.get(at).equals(name)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void closeTag(String element) {
    if (hidden.isEmpty()) {
      super.closeTag(element);
    } else if (element.equals(hidden)) {
      depth--;
      hidden = depth == 0 ? "" : hidden;
    }
  }

  @Override
  public void text(String text) {
    if (hidden.isEmpty()) {
      super.text(text);
    }
  }
}
