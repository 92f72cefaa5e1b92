package arashi.mime.address;

/** Quoted strings (RFC 5322, 3.2.4; RFC 5321, 4.1.2), where a backslash escapes any char. */
public final class QuotedString {
  private QuotedString() {}

  /** Returns the text in quotes, with quotes and backslashes escaped. */
  public static String of(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Returns the index after the quote that closes the one at {@code at}, or the length. */
  static int end(String in, int at) {
    int i = at + 1;
    while (i < in.length() && in.charAt(i) != '"') {
      i += in.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(in.length(), i + 1);
  }

  /** Returns what the quotes from {@code at} to {@code end} contain. */
  static String content(String in, int at, int end) {
    StringBuilder text = new StringBuilder(end - at);
    for (int i = at + 1; i < end; i++) {
      char c = in.charAt(i);
      if (c == '\\' && i + 1 < end) {
        text.append(in.charAt(++i));
      } else if (c != '"') {
        text.append(c);
      }
    }
    return text.toString();
  }
}
