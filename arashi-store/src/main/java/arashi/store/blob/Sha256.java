package arashi.store.blob;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 (FIPS 180-4) of a blob's content; the key of the blob.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Sha256(String hex) implements Comparable<Sha256> {

  /** Bytes per digest. */
  public static final int BYTES = 32;

  /**
   * Validates the format.
   *
   * @throws IllegalArgumentException if the text is not 64 lower-case hexadecimal digits
   */
  public Sha256 {
    if (!hex.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException(
          "not a SHA-256 of 64 lower-case hexadecimal digits: " + hex);
    }
  }

  /** Computes the digest of some bytes. */
  public static Sha256 of(byte[] content) {
    try {
      return ofDigest(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Wraps a digest of {@link #BYTES} bytes. */
  public static Sha256 ofDigest(byte[] digest) {
    return new Sha256(HexFormat.of().formatHex(digest));
  }

  /** Returns the {@link #BYTES} bytes of the digest, as a new array. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** Returns the first eight bytes as a number. */
  public long prefix() {
    return ByteBuffer.wrap(bytes()).getLong();
  }

  /** Compares by bytes, like the database's key. */
  @Override
  public int compareTo(Sha256 other) {
    return hex.compareTo(other.hex);
  }
}
