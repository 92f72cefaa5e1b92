package arashi.store.index;

import arashi.store.database.StoreException;

/**
 * Reads the output of a {@link ByteSink}. Each method throws a {@link StoreException} if the bytes
 * are truncated or malformed. Not thread-safe.
 */
final class ByteSource {
  private final byte[] bytes;
  private int at;

  ByteSource(byte[] bytes) {
    this.bytes = bytes;
  }

  static StoreException damaged(String what) {
    return new StoreException("the search index is damaged: " + what, null);
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  int get() {
    if (at == bytes.length) {
      throw damaged("a block is truncated");
    }
    return bytes[at++] & 0xFF;
  }

  void get(byte[] into, int offset, int length) {
    if (length > bytes.length - at) {
      throw damaged("a block is truncated");
    }
    System.arraycopy(bytes, at, into, offset, length);
    at += length;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int b = get();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw damaged("a number has more than 63 bits");
  }

  /** Reads a number from {@code least} to {@code most}. */
  int varint(int least, int most) {
    long value = varint();
    if (value < least || value > most) {
      throw damaged("%d is not between %d and %d".formatted(value, least, most));
    }
    return (int) value;
  }
}
