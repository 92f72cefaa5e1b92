package arashi.mime.header;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Encodes non-ASCII text as encoded words (RFC 2047) of at most {@value #MAX_WORD} chars and whole
 * characters. mime4j's encoder splits the text at any char, and so breaks surrogate pairs.
 */
final class EncodedWords {
  private static final int MAX_WORD = 75;
  private static final String Q = "=?utf-8?q?";
  private static final String B = "=?utf-8?b?";
  private static final String END = "?=";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** Characters that are allowed in an encoded word of any field (RFC 2047, 5). */
  private static final String SAFE =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!*+-/";

  private EncodedWords() {}

  /**
   * Encodes words for a header field, to be separated by single spaces.
   *
   * @param text cleaned, in one line
   * @param room chars left on the first line
   */
  static List<String> encode(String text, int room) {
    boolean base64 = isShorterInBase64(text);
    List<String> words = new ArrayList<>();
    int left = Math.max(30, Math.min(MAX_WORD, room)) - Q.length() - END.length();
    int start = 0;
    int used = 0;
    for (int at = 0; at < text.length(); ) {
      int next = at + Character.charCount(text.codePointAt(at));
      String character = text.substring(at, next);
      int more = base64 ? utf8(character).length : q(character).length();
      int length = base64 ? (used + more + 2) / 3 * 4 : used + more;
      if (at > start && length > left) {
        words.add(word(text.substring(start, at), base64));
        left = MAX_WORD - Q.length() - END.length();
        start = at;
        used = 0;
      }
      used += more;
      at = next;
    }
    words.add(word(text.substring(start), base64));
    return words;
  }

  private static boolean isShorterInBase64(String text) {
    return q(text).length() > (utf8(text).length + 2) / 3 * 4;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String word(String text, boolean base64) {
    return (base64 ? B + Base64.getEncoder().encodeToString(utf8(text)) : Q + q(text)) + END;
  }

  private static String q(String text) {
    StringBuilder out = new StringBuilder();
    for (byte octet : utf8(text)) {
      if (octet == ' ') {
        out.append('_');
      } else if (octet > 0 && SAFE.indexOf(octet) >= 0) {
        out.append((char) octet);
      } else {
        out.append('=').append(HEX.toHexDigits(octet));
      }
    }
    return out.toString();
  }
}
