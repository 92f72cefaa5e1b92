package arashi.store.mail;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * A position in an ordered listing, between a row and its neighbour. It stays valid when its row is
 * deleted and when new mail arrives. Opaque to callers; {@link #encode} encodes it for a URL.
 *
 * <pre>
 *   1 byte   code of the sort
 *   4 bytes  uid
 *   0–32     the row's value of the sorted column (numbers: 8 bytes, big-endian)
 * </pre>
 */
public final class PageKey implements Comparable<PageKey> {

  private static final int HEADER = 1 + Integer.BYTES;
  private static final int MAX_VALUE = 32;
  private static final int MAX_ENCODED = 64;
  private static final long MAX_UID = 0xFFFF_FFFFL;

  private final Sort sort;
  private final byte[] value;
  private final long uid;

  private PageKey(Sort sort, byte[] value, long uid) {
    this.sort = sort;
    this.value = value;
    this.uid = uid;
  }

  static PageKey ofNumber(Sort sort, long value, long uid) {
    return new PageKey(sort, ByteBuffer.allocate(Long.BYTES).putLong(value).array(), uid);
  }

  static PageKey ofText(Sort sort, byte[] value, long uid) {
    return new PageKey(sort, value, uid);
  }

  /** Returns the sort of the listing that this key belongs to. */
  public Sort sort() {
    return sort;
  }

  long uid() {
    return uid;
  }

  /** Returns the value as a parameter of a statement. */
  Object value() {
    return sort.numeric() ? (Object) ByteBuffer.wrap(value).getLong() : value;
  }

  /** Encodes the key in at most 50 URL-safe characters. */
  public String encode() {
    byte[] bytes =
        ByteBuffer.allocate(HEADER + value.length)
            .put((byte) sort.code)
            .putInt((int) uid)
            .put(value)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Decodes the output of {@link #encode}.
   *
   * @throws MalformedPageKeyException for any other text
   */
  public static PageKey decode(String text) {
    if (text.length() > MAX_ENCODED) {
      throw new MalformedPageKeyException("too long");
    }
    ByteBuffer bytes;
    try {
      bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new MalformedPageKeyException("not base64url");
    }
    if (bytes.remaining() < HEADER || bytes.remaining() > HEADER + MAX_VALUE) {
      throw new MalformedPageKeyException("of the wrong length");
    }
    Sort sort =
        Sort.ofCode((char) bytes.get())
            .orElseThrow(() -> new MalformedPageKeyException("of an unknown order"));
    long uid = bytes.getInt() & MAX_UID;
    byte[] value = new byte[bytes.remaining()];
    bytes.get(value);
    if (sort.numeric() && value.length != Long.BYTES) {
      throw new MalformedPageKeyException("of the wrong length");
    }
    return new PageKey(sort, value, uid);
  }

  /** Compares in ascending order of the listing; both keys must have the same sort. */
  @Override
  public int compareTo(PageKey other) {
    int comparison =
        sort.numeric()
            ? Long.compare(ByteBuffer.wrap(value).getLong(), ByteBuffer.wrap(other.value).getLong())
            : Arrays.compareUnsigned(value, other.value);
    return comparison != 0 ? comparison : Long.compare(uid, other.uid);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageKey that
        && sort == that.sort
        && uid == that.uid
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(sort, uid, Arrays.hashCode(value));
  }

  @Override
  public String toString() {
    return encode();
  }
}
