package arashi.store.database;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Cuts texts to the size of their columns. */
public final class Texts {

  private Texts() {}

  /** Returns the first {@code characters} of a text, without splitting a surrogate pair. */
  public static String cut(String text, int characters) {
    if (text.codePointCount(0, text.length()) <= characters) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, characters));
  }

  /** Returns the first bytes of a text in UTF-8, without splitting a character. */
  public static byte[] utf8(String text, int bytes) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    if (all.length <= bytes) {
      return all;
    }
    int end = bytes;
    while (end > 0 && (all[end] & 0xC0) == 0x80) {
      end--;
    }
    return Arrays.copyOf(all, end);
  }
}
