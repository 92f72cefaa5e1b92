package arashi.mime.text;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Decodes UTF-7 (RFC 2152), which the JDK lacks. Malformed sequences are kept as they are. */
final class Utf7 {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private Utf7() {}

  /** Decodes bytes that are all below 0x80. */
  static String decode(byte[] bytes) {
    String in = new String(bytes, StandardCharsets.US_ASCII);
    StringBuilder out = new StringBuilder(in.length());
    int at = 0;
    while (at < in.length()) {
      char c = in.charAt(at++);
      if (c != '+') {
        out.append(c);
        continue;
      }
      int end = at;
      while (end < in.length() && ALPHABET.indexOf(in.charAt(end)) >= 0) {
        end++;
      }
      if (end == at) {
        out.append('+');
      } else {
        // a single remaining character encodes no byte
        int whole = (end - at) % 4 == 1 ? end - 1 : end;
        byte[] utf16 = Base64.getDecoder().decode(in.substring(at, whole));
        out.append(new String(utf16, 0, utf16.length & ~1, StandardCharsets.UTF_16BE));
      }
      at = end < in.length() && in.charAt(end) == '-' ? end + 1 : end;
    }
    return out.toString();
  }
}
