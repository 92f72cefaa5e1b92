package seda.netio.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Decodes {@code %41} and, in forms and queries, {@code +} (RFC 3986 §2.1, WHATWG URL §5.1). */
final class PercentCoding {
  private PercentCoding() {}

  /** True if there is nothing to decode. */
  static boolean isPlain(String text) {
    return text.indexOf('%') < 0 && text.indexOf('+') < 0;
  }

  /**
   * Decodes; requires two hex digits after each {@code %}, and UTF-8.
   *
   * @param plusIsSpace true for forms
   * @throws RefusedRequestException 400
   */
  static String decodeStrictly(String text, boolean plusIsSpace) throws RefusedRequestException {
    ByteBuffer bytes = decodeBytes(text, plusIsSpace, true);
    if (bytes == null) {
      throw RefusedRequestException.malformed("% without two hex digits");
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(bytes)
          .toString();
    } catch (CharacterCodingException e) {
      throw RefusedRequestException.malformed("not UTF-8");
    }
  }

  /** Decodes like browsers: keeps a stray {@code %} and replaces invalid UTF-8 by U+FFFD. */
  static String decodeLeniently(String text) {
    return StandardCharsets.UTF_8.decode(decodeBytes(text, true, false)).toString();
  }

  /** Returns null if {@code strict} and a {@code %} lacks its digits. */
  private static ByteBuffer decodeBytes(String text, boolean plusIsSpace, boolean strict) {
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    int out = 0;
    for (int i = 0; i < in.length; i++) {
      byte b = in[i];
      if (b == '+' && plusIsSpace) {
        b = ' ';
      } else if (b == '%') {
        int high = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
        int low = i + 2 < in.length ? Character.digit(in[i + 2], 16) : -1;
        if (high >= 0 && low >= 0) {
          b = (byte) (high << 4 | low);
          i += 2;
        } else if (strict) {
          return null;
        }
      }
      in[out++] = b;
    }
    return ByteBuffer.wrap(in, 0, out);
  }
}
