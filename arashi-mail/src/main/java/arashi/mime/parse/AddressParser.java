package arashi.mime.parse;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.MailAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Parses address lists (RFC 5322, 3.4) leniently: unquoted names, names in comments, groups,
 * semicolons instead of commas, unclosed quotes and brackets. mime4j's lenient parser loses names
 * in comments and miscounts non-ASCII text, so it is not used here.
 */
final class AddressParser {
  private static final int MAX_CHARS = 1_000;
  private static final Pattern COMMENT = Pattern.compile("\\([^()]*\\)");

  /** Matches addresses in the text of one encoded word. */
  private static final Pattern LIST =
      Pattern.compile("<[^\\s<>@,]{1,250}@[^\\s<>@,]{1,250}>|@[^<>@,;]{1,250}[,;][^<>@]{1,250}@");

  private final String in;
  private final int limit;
  private final int lastQuote;

  /** True if the field has encoded words, and so quoted text may hold decoded addresses. */
  private final boolean encoded;

  private final List<MailAddress> found = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();
  private String comment = "";
  private String angle;
  private String group;
  private int foundAtGroup;

  /** Offset of a quoted local part in {@link #words}, or -1. */
  private int quotedLocalPart = -1;

  private int at;

  private AddressParser(String in, int limit, boolean encoded) {
    this.encoded = encoded;
    this.in = in;
    this.limit = limit;
    this.lastQuote = in.lastIndexOf('"');
  }

  /** Parses at most {@code limit} addresses. Group members replace their group. */
  static List<MailAddress> parse(String body, int limit) {
    String decoded = HeaderText.decodePhrases(body);
    return new AddressParser(decoded, limit, body.contains("=?")).parse();
  }

  private List<MailAddress> parse() {
    while (at < in.length() && found.size() < limit) {
      char c = in.charAt(at++);
      switch (c) {
        case '"' -> quoted();
        case '(' -> comment();
        case '<' -> angle();
        case ',' -> finish();
        case ';' -> {
          finish();
          endGroup();
        }
        case ':' -> colon();
        case '>' -> {
          // nothing to close
        }
        default -> words.append(c);
      }
    }
    if (found.size() < limit) {
      finish();
      endGroup();
    }
    return found;
  }

  private void quoted() {
    if (at > lastQuote) {
      return;
    }
    int opened = at - 1;
    int start = words.length();
    while (at < in.length()) {
      char c = in.charAt(at++);
      if (c == '"') {
        if (at < in.length() && in.charAt(at) == '@') {
          // keep "local part"@domain as written
          words.setLength(start);
          words.append(in, opened, at);
          quotedLocalPart = start;
        }
        return;
      }
      words.append(c == '\\' && at < in.length() ? in.charAt(at++) : c);
    }
  }

  private void comment() {
    StringBuilder text = new StringBuilder();
    int depth = 1;
    while (at < in.length()) {
      char c = in.charAt(at++);
      if (c == '\\' && at < in.length()) {
        c = in.charAt(at++);
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        break;
      }
      text.append(c);
    }
    if (comment.isBlank()) {
      comment = text.toString();
    }
    words.append(' ');
  }

  private void angle() {
    if (angle != null) {
      finish();
    }
    int local = at;
    at = behindQuotedLocalPart();
    String quoted = in.substring(local, at);
    int start = at;
    while (at < in.length() && ">,;".indexOf(in.charAt(at)) < 0) {
      at++;
    }
    String inside = COMMENT.matcher(in.substring(start, at).replace("<", "")).replaceAll("");
    // drop an obsolete route, <@relay:local@domain>: readers do not need it
    int route = quoted.isEmpty() && inside.startsWith("@") ? inside.indexOf(':') : -1;
    angle = quoted + inside.substring(route + 1);
    if (at < in.length() && in.charAt(at) == '>') {
      at++;
    }
  }

  /** Skips a quoted local part, which may hold characters that end an address elsewhere. */
  private int behindQuotedLocalPart() {
    int i = at;
    if (i == in.length() || in.charAt(i) != '"') {
      return at;
    }
    i++;
    while (i < in.length() && in.charAt(i) != '"') {
      i += in.charAt(i) == '\\' ? 2 : 1;
    }
    return in.startsWith("\"@", i) ? i + 1 : at;
  }

  private void colon() {
    // longer text is not a group name, and each colon would search it again
    boolean opensGroup =
        group == null && angle == null && words.length() <= MAX_CHARS && words.indexOf("@") < 0;
    if (!opensGroup) {
      words.append(':');
      return;
    }
    group = name(words.toString());
    foundAtGroup = found.size();
    reset();
  }

  /** Adds the name of an empty group, as in {@code undisclosed-recipients:;}. */
  private void endGroup() {
    if (group != null && found.size() == foundAtGroup && !group.isEmpty()) {
      found.add(new MailAddress(group, ""));
    }
    group = null;
  }

  private void finish() {
    String text = words.toString().strip();
    String address = angle == null ? "" : angle.strip();
    // followed by an address, the word is a name and must not pass for someone else's address
    if (encoded && angle == null && LIST.matcher(text).find()) {
      found.addAll(new AddressParser(text, limit - found.size(), false).parse());
      reset();
      return;
    }
    if (address.isEmpty() && quotedLocalPart >= 0) {
      address = words.substring(quotedLocalPart).strip();
      text = words.substring(0, quotedLocalPart);
    } else if (address.isEmpty()) {
      int sign = text.indexOf('@');
      if (sign >= 0 && text.charAt(Math.max(0, sign - 1)) != '"') {
        int start = text.lastIndexOf(' ', sign) + 1;
        int end = text.indexOf(' ', sign);
        address = text.substring(start, end < 0 ? text.length() : end);
        text = text.substring(0, start) + (end < 0 ? "" : text.substring(end));
      } else {
        address = text;
        text = "";
      }
    }
    String shown = name(text.isBlank() ? comment : text);
    address = TextCleaner.cut(TextCleaner.oneLine(address), MAX_CHARS);
    if (!address.isEmpty() || !shown.isEmpty()) {
      found.add(new MailAddress(shown.equalsIgnoreCase(address) ? "" : shown, address));
    }
    reset();
  }

  private void reset() {
    words.setLength(0);
    quotedLocalPart = -1;
    comment = "";
    angle = null;
  }

  private static String name(String text) {
    String name = TextCleaner.oneLine(HeaderText.decodeText(text));
    if (name.length() > 1 && name.startsWith("'") && name.endsWith("'")) {
      name = name.substring(1, name.length() - 1);
    }
    return TextCleaner.cut(name, MAX_CHARS);
  }
}
