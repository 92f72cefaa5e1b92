package arashi.mime.text;

import java.text.Normalizer;

/** Makes decoded text safe to store and show. */
public final class TextCleaner {
  /** In chars. Even, so that the cut does not split a surrogate pair. */
  private static final int MAX_MARKS = 30;

  private static final char FIRST_MARK = '\u0300';

  private TextCleaner() {}

  /**
   * Normalises line ends to {@code \n}. Removes a leading byte order mark, U+FFFE/U+FFFF, and
   * controls other than tab and newline. Replaces unpaired surrogates with U+FFFD.
   */
  public static String clean(String text) {
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

  /** Cleans the text and collapses white space to single spaces, for a header or a single line. */
  public static String oneLine(String text) {
    String cleaned = clean(text);
    int at = firstUnevenSpace(cleaned);
    if (at == cleaned.length()) {
      return cleaned.strip();
    }
    StringBuilder out = new StringBuilder(cleaned.length());
    out.append(cleaned, 0, at);
    for (; at < cleaned.length(); at++) {
      char c = cleaned.charAt(at);
      if (!isSpace(c)) {
        out.append(c);
      } else if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
        out.append(' ');
      }
    }
    return out.toString().strip();
  }

  /** Cleans the text and puts it on one line, with its blanks as they are, for a file name. */
  public static String name(String text) {
    StringBuilder out = new StringBuilder(clean(text));
    for (int at = 0; at < out.length(); at++) {
      if (isSpace(out.charAt(at))) {
        out.setCharAt(at, ' ');
      }
    }
    return out.toString().strip();
  }

  /** Returns the first white space that is not a space or follows another. */
  private static int firstUnevenSpace(String text) {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean even = c == ' ' ? at == 0 || text.charAt(at - 1) != ' ' : !isSpace(c);
      if (!even) {
        return at;
      }
    }
    return text.length();
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\u0085' || c == '\u2028' || c == '\u2029';
  }

  /** Returns at most {@code max} chars of {@code text} without splitting a surrogate pair. */
  public static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end);
  }

  /** Composes letters and accents (NFC), because some programs write them separately. */
  public static String composed(String text) {
    // the same object if it is composed already
    return Normalizer.normalize(withoutLongMarks(text), Normalizer.Form.NFC);
  }

  /**
   * Drops all but the first {@value #MAX_MARKS} marks on a letter: the normaliser sorts marks by
   * insertion, in quadratic time. No language uses as many (UAX #15, Stream-Safe Text Format).
   */
  private static String withoutLongMarks(String text) {
    StringBuilder out = null;
    int run = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c < FIRST_MARK || !isMark(text, at)) {
        run = 0;
      } else {
        run++;
      }
      if (run > MAX_MARKS && out == null) {
        out = new StringBuilder(text.length()).append(text, 0, at);
      } else if (run <= MAX_MARKS && out != null) {
        out.append(c);
      }
    }
    return out == null ? text : out.toString();
  }

  /** For half of a surrogate pair, judges the whole character. */
  private static boolean isMark(String text, int at) {
    boolean low = Character.isLowSurrogate(text.charAt(at)) && at > 0;
    return switch (Character.getType(text.codePointAt(low ? at - 1 : at))) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
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

  /** Whether every character is below U+0080. */
  public static boolean isAscii(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUnwanted(char c) {
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f || c >= 0xfffe;
  }
}
