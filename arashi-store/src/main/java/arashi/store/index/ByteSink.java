package arashi.store.index;

import java.util.Arrays;

/** A growing byte array. Varints have seven bits per byte, the least first. Not thread-safe. */
final class ByteSink {
  private byte[] bytes;
  private int size;

  ByteSink(int capacity) {
    this.bytes = new byte[capacity];
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void put(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  void put(byte[] from, int offset, int length) {
    reserve(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  /** Writes a non-negative number. */
  void putVarint(long value) {
    reserve(Long.BYTES + 2);
    long rest = value;
    while (rest > 0x7F) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Returns the bytes that {@link #putVarint} writes. */
  static int varintSize(long value) {
    return value == 0 ? 1 : (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }
}
