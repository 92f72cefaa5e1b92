package arashi.mime.html;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The document type of a mail. It selects the layout mode of browsers (HTML, 13.2.6.4.1): old mail
 * relies on quirks, such as rows as low as the image in them. A plain document type passes
 * unchanged.
 */
final class Doctype {
  /**
   * For mail without a document type. Mail programs use quirks mode then, web mailers standards
   * mode. This compromise lets tables inherit styles and leaves no gaps around images.
   */
  static final String NONE =
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\""
          + " \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">";

  private static final String PLAIN = "<!DOCTYPE html>";
  private static final String NAME = "<!doctype";
  private static final int MAX_CHARS = 512;
  private static final String ID = "\\s*+[\"']([\\w +:/.-]*+)[\"']";
  private static final Pattern PUBLIC =
      Pattern.compile("(?i)\\s++html\\s++public" + ID + "(?:" + ID + ")?+\\s*+");

  private Doctype() {}

  /** Returns safe markup for the document type of {@code html}. */
  static String of(String html) {
    int at = start(html);
    if (!html.regionMatches(true, at, NAME, 0, NAME.length())) {
      return NONE;
    }
    int end = html.indexOf('>', at);
    if (end < 0 || end - at > MAX_CHARS) {
      return PLAIN;
    }
    Matcher ids = PUBLIC.matcher(html).region(at + NAME.length(), end);
    if (!ids.matches()) {
      return PLAIN;
    }
    String system = ids.group(2) == null ? "" : " \"" + ids.group(2) + "\"";
    return "<!DOCTYPE html PUBLIC \"" + ids.group(1) + "\"" + system + ">";
  }

  /** Skips white space, comments and processing instructions. */
  private static int start(String html) {
    int at = 0;
    while (at < html.length()) {
      char c = html.charAt(at);
      int end;
      if (c <= ' ' || c == '\uFEFF') {
        end = at + 1;
      } else if (html.startsWith("<!--", at)) {
        end = html.indexOf("-->", at + 4) + 3;
      } else if (html.startsWith("<?", at)) {
        end = html.indexOf('>', at) + 1;
      } else {
        return at;
      }
      if (end <= at) {
        return at;
      }
      at = end;
    }
    return at;
  }
}
