package arashi.delivery.mailbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tokens of an {@code Authentication-Results} field: words, values, and comments between them
 * (RFC 8601, 2.2; RFC 5322, 3.2). Each character is read once. One thread.
 */
final class ResultTokens {
  private static final String SPECIALS = "()<>@,;:\\\"/[]?="; // RFC 2045, 5.1

  private final String text;
  private int at;
  private boolean whole = true;

  ResultTokens(String text) {
    this.text = text;
  }

  /**
   * Takes an id. Quotes are believed only round an id that needs them: a server does not write
   * others, so it may not remove them from the mail of strangers.
   */
  boolean takeId(String id) {
    int start = at;
    String value = value();
    return text.substring(start, at).equalsIgnoreCase(id)
        || (!isToken(id) && value.equalsIgnoreCase(id));
  }

  /** True if an id can be written without quotes (RFC 2045, 5.1). */
  private static boolean isToken(String id) {
    return id.chars().allMatch(c -> c > ' ' && c < 0x7f && SPECIALS.indexOf(c) < 0);
  }

  /**
   * False if a quoted string or comment did not end, or a control character was read. Line breaks
   * are gone, because fields are unfolded.
   */
  boolean isWhole() {
    return whole;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  boolean isAt(char c) {
    return !atEnd() && text.charAt(at) == c;
  }

  /** True where a token may end: before white space, a comment, a semicolon, or at the end. */
  boolean atBlank() {
    return atEnd() || isAt(';') || isAt('(') || isSpace(text.charAt(at));
  }

  /** Takes a character if it is next. */
  boolean take(char c) {
    boolean next = isAt(c);
    at += next ? 1 : 0;
    return next;
  }

  /** Skips white space and comments. Returns the comments, in lower case, without parentheses. */
  List<String> skipBlanks() {
    List<String> comments = List.of();
    while (!atEnd() && (isSpace(text.charAt(at)) || text.charAt(at) == '(')) {
      if (text.charAt(at) == '(') {
        comments = comments.isEmpty() ? new ArrayList<>() : comments;
        comments.add(comment());
      } else {
        at++;
      }
    }
    return comments;
  }

  private String comment() {
    StringBuilder inside = new StringBuilder();
    int depth = 0;
    do {
      char c = next();
      if (c == '\\' && !atEnd()) {
        inside.append(next());
      } else if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
        inside.append(' ');
      } else {
        inside.append(c);
      }
    } while (depth > 0 && !atEnd());
    whole &= depth == 0;
    return inside.toString().strip().toLowerCase(Locale.ROOT);
  }

  /** Takes a keyword of letters, digits, hyphens and underscores, in lower case; may be empty. */
  String word() {
    int start = at;
    while (!atEnd() && isWord(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at).toLowerCase(Locale.ROOT);
  }

  private static boolean isWord(char c) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || c == '-' || c == '_';
  }

  /**
   * Takes a value: a quoted string, unescaped, or characters up to white space, a comment or a
   * semicolon. Both may adjoin, as in {@code "a b"@example.org}. Servers write more characters
   * without quotes than the grammar has, like the {@code /} of signatures.
   */
  String value() {
    StringBuilder value = new StringBuilder();
    while (!atBlank()) {
      char c = next();
      if (c == '"') {
        quoted(value);
      } else {
        whole &= c != '\\' && c != ')';
        value.append(c);
      }
    }
    return value.toString();
  }

  private void quoted(StringBuilder value) {
    boolean open = true;
    while (open && !atEnd()) {
      char c = next();
      if (c == '\\' && !atEnd()) {
        value.append(next());
      } else if (c == '"') {
        open = false;
      } else {
        value.append(c);
      }
    }
    whole &= !open;
  }

  private char next() {
    char c = text.charAt(at++);
    whole &= c == '\t' || (c >= ' ' && c != 0x7f);
    return c;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
