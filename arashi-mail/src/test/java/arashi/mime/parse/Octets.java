package arashi.mime.parse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Octets written as text, in the tables of these tests. */
final class Octets {
  private Octets() {}

  /** Reads the escapes for line ends, tabs, NUL and octets by their number; the rest is UTF-8. */
  static byte[] of(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        char c = text.charAt(++at);
        switch (c) {
          case 'n' -> out.write('\n');
          case 'r' -> out.write('\r');
          case 't' -> out.write('\t');
          case '0' -> out.write(0);
          case 'x' -> {
            out.write(Integer.parseInt(text.substring(at + 1, at + 3), 16));
            at += 2;
          }
          default -> out.write(c);
        }
      } else {
        int end = at + Character.charCount(text.codePointAt(at));
        out.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
        at = end - 1;
      }
    }
    return out.toByteArray();
  }

  static String text(String text) {
    return new String(of(text), StandardCharsets.UTF_8);
  }
}
