package arashi.web;

import java.io.Writer;
import java.util.Arrays;

/**
 * Collects a page in memory as UTF-8. A {@link java.io.StringWriter} locks per write and converts
 * the whole page to 16-bit characters at the first one beyond Latin-1. An unpaired surrogate
 * becomes {@code ?}, as in {@link String#getBytes}.
 */
final class PageWriter extends Writer {

  private static final int MAX_BYTES_PER_CHAR = 3;

  private byte[] page;
  private int size;
  private char pending; // a high surrogate whose other half is still to come, or 0

  PageWriter(int initialBytes) {
    page = new byte[initialBytes];
  }

  @Override
  public void write(int c) {
    reserve(1);
    put((char) c);
  }

  @Override
  public void write(char[] chars, int offset, int length) {
    reserve(length);
    int i = offset;
    if (pending == 0) {
      byte[] target = page;
      int at = size;
      for (int end = offset + length; i < end && chars[i] < 0x80; i++) {
        target[at++] = (byte) chars[i];
      }
      size = at;
    }
    for (; i < offset + length; i++) {
      put(chars[i]);
    }
  }

  @Override
  public void write(String text) {
    write(text, 0, text.length());
  }

  @Override
  public void write(String text, int offset, int length) {
    reserve(length);
    for (int i = offset; i < offset + length; i++) {
      put(text.charAt(i));
    }
  }

  /** Writes text that is UTF-8 already. */
  void write(byte[] text) {
    reserve(0);
    if (pending != 0) {
      page[size++] = '?';
      pending = 0;
    }
    if (size + text.length > page.length) {
      page = Arrays.copyOf(page, Math.max(size + text.length, page.length * 2));
    }
    System.arraycopy(text, 0, page, size, text.length);
    size += text.length;
  }

  @Override
  public void flush() {
    // nothing is buffered
  }

  @Override
  public void close() {
    // nothing to close
  }

  /** The page so far. */
  byte[] bytes() {
    if (pending != 0) {
      reserve(0);
      page[size++] = '?';
      pending = 0;
    }
    return Arrays.copyOf(page, size);
  }

  private void reserve(int chars) {
    int needed = Math.addExact(size, Math.multiplyExact(chars + 1, MAX_BYTES_PER_CHAR));
    if (needed > page.length) {
      page = Arrays.copyOf(page, Math.max(needed, page.length * 2));
    }
  }

  private void put(char c) {
    if (c < 0x80 && pending == 0) {
      page[size++] = (byte) c;
    } else {
      putBeyondAscii(c);
    }
  }

  private void putBeyondAscii(char c) {
    if (pending != 0) {
      char high = pending;
      pending = 0;
      if (Character.isLowSurrogate(c)) {
        int point = Character.toCodePoint(high, c);
        page[size++] = (byte) (0xf0 | (point >> 18));
        page[size++] = (byte) (0x80 | ((point >> 12) & 0x3f));
        page[size++] = (byte) (0x80 | ((point >> 6) & 0x3f));
        page[size++] = (byte) (0x80 | (point & 0x3f));
        return;
      }
      page[size++] = '?';
    }
    if (c < 0x80) {
      page[size++] = (byte) c;
    } else if (c < 0x800) {
      page[size++] = (byte) (0xc0 | (c >> 6));
      page[size++] = (byte) (0x80 | (c & 0x3f));
    } else if (Character.isHighSurrogate(c)) {
      pending = c;
    } else if (Character.isLowSurrogate(c)) {
      page[size++] = '?';
    } else {
      page[size++] = (byte) (0xe0 | (c >> 12));
      page[size++] = (byte) (0x80 | ((c >> 6) & 0x3f));
      page[size++] = (byte) (0x80 | (c & 0x3f));
    }
  }
}
