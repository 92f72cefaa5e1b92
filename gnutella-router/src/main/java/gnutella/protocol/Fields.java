package gnutella.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads and writes payload fields. Buffers are big-endian. */
final class Fields {
  private Fields() {}

  static int port(ByteBuffer from) {
    return Short.reverseBytes(from.getShort()) & 0xffff;
  }

  static void port(ByteBuffer to, int port) {
    to.putShort(Short.reverseBytes((short) port));
  }

  static int integer(ByteBuffer from) {
    return Integer.reverseBytes(from.getInt());
  }

  static void integer(ByteBuffer to, int value) {
    to.putInt(Integer.reverseBytes(value));
  }

  static Guid guid(ByteBuffer from) {
    return new Guid(from.getLong(), from.getLong());
  }

  static String rest(ByteBuffer from) {
    return text(from, from.remaining());
  }

  private static String text(ByteBuffer from, int length) {
    byte[] bytes = new byte[length];
    from.get(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Reads up to the next NUL or the end. */
  static String text(ByteBuffer from) {
    int end = from.position();
    while (end < from.limit() && from.get(end) != 0) {
      end++;
    }
    return text(from, end - from.position());
  }

  static void text(ByteBuffer to, String text) {
    to.put(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static boolean skipNul(ByteBuffer from) {
    return from.hasRemaining() && from.get() == 0;
  }
}
