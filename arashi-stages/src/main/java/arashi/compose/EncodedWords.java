package arashi.compose;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Text beyond ASCII as encoded words (RFC 2047), each of at most {@value #MAX_WORD} chars and whole
 * characters. mime4j's encoder halves the text between chars, and so cuts characters that are two.
 */
final class EncodedWords {
  private static final int MAX_WORD = 75;
  private static final String Q = "=?utf-8?q?";
  private static final String B = "=?utf-8?b?";
  private static final String END = "?=";

  /** Those that may stand in an encoded word of any field (RFC 2047, 5). */
  private static final String SAFE =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!*+-/";

  private EncodedWords() {}

  /**
   * Words for a header field, to be written with single spaces between.
   *
   * @param text cleaned, in one line
   * @param room chars that are left on the first line
   */
  static List<String> encode(String text, int room) {
    boolean base64 = isShorterInBase64(text);
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int left = Math.max(30, Math.min(MAX_WORD, room));
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      String character = Character.toString(point);
      if (!word.isEmpty() && length(word + character, base64) > left) {
        words.add(word(word.toString(), base64));
        word.setLength(0);
        left = MAX_WORD;
      }
      word.append(character);
      at += character.length();
    }
    words.add(word(word.toString(), base64));
    return words;
  }

  private static boolean isShorterInBase64(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return q(text).length() > (bytes + 2) / 3 * 4;
  }

  private static int length(String text, boolean base64) {
    int bytes = base64 ? text.getBytes(StandardCharsets.UTF_8).length : 0;
    int content = base64 ? (bytes + 2) / 3 * 4 : q(text).length();
    return Q.length() + content + END.length();
  }

  private static String word(String text, boolean base64) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return base64 ? B + Base64.getEncoder().encodeToString(utf8) + END : Q + q(text) + END;
  }

  private static String q(String text) {
    StringBuilder out = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (octet == ' ') {
        out.append('_');
      } else if (octet > 0 && SAFE.indexOf(octet) >= 0) {
        out.append((char) octet);
      } else {
        out.append(String.format("=%02X", octet));
      }
    }
    return out.toString();
  }
}
