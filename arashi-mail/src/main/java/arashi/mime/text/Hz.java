package arashi.mime.text;

import java.nio.charset.Charset;

/**
 * Decodes HZ (RFC 1843), which the JDK lacks: GB 2312 in seven bits between <code>~{</code> and
 * <code>~}</code>. Malformed sequences are kept as they are.
 */
final class Hz {
  private static final Charset CHINESE = Charset.forName("gb18030");

  private Hz() {}

  /** Decodes bytes that are all below 0x80. */
  static String decode(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length);
    boolean chinese = false;
    for (int at = 0; at < bytes.length; ) {
      byte c = bytes[at];
      byte next = at + 1 < bytes.length ? bytes[at + 1] : 0;
      if (c == '~' && (next == '{' || next == '}')) {
        chinese = next == '{';
        at += 2;
      } else if (c == '~' && next == '~' && !chinese) {
        out.append('~');
        at += 2;
      } else if (c == '~' && next == '\n') {
        at += 2; // line continuation
      } else if (chinese && c > ' ' && next > ' ') {
        out.append(new String(new byte[] {(byte) (c | 0x80), (byte) (next | 0x80)}, CHINESE));
        at += 2;
      } else {
        chinese &= c != '\n'; // each line begins in ASCII mode
        out.append((char) c);
        at++;
      }
    }
    return out.toString();
  }
}
