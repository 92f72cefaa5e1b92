package seda.netio.http;

import java.nio.charset.StandardCharsets;

/** Bytes as text, one character each. */
final class Bytes {
  private Bytes() {}

  static byte[] of(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
