package arashi.mime;

import java.text.Normalizer;

/** Makes decoded text safe to store and show. */
final class TextCleaner {
  private TextCleaner() {}

  /**
   * Line ends become {@code \n}; a byte order mark at the start, controls other than tab and
   * newline, and U+FFFE/U+FFFF go; an unpaired surrogate becomes U+FFFD.
   */
  static String clean(String text) {
    int at = firstUnclean(text);
    if (at == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    out.append(text, 0, at);
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\r') {
        if (at + 1 == text.length() || text.charAt(at + 1) != '\n') {
          out.append('\n');
        }
      } else if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && at + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(at + 1))) {
          out.append(c).append(text.charAt(++at));
        } else {
          out.append('\uFFFD');
        }
      } else if (!isUnwanted(c) && (c != '\uFEFF' || at > 0)) {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Like {@link #clean}, and all white space becomes single spaces: for a header or one line. */
  static String oneLine(String text) {
    return clean(text).replaceAll("[\\s\\u0085\\u2028\\u2029]+", " ").strip();
  }

  /** At most {@code max} chars of {@code text}, not ending within a surrogate pair. */
  static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end);
  }

  /**
   * With each accent in its letter where there is such a letter (NFC), for some write them apart.
   */
  static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC); // the same object if it is so already
  }

  private static int firstUnclean(String text) {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isUnwanted(c) || c == '\r' || Character.isSurrogate(c) || c == '\uFEFF') {
        break;
      }
      at++;
    }
    return at;
  }

  private static boolean isUnwanted(char c) {
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f || c >= 0xfffe;
  }
}
