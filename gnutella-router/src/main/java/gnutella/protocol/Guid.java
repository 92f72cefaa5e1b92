package gnutella.protocol;

import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The 16-byte id of a packet or a servent.
 *
 * @param high the first eight bytes, big-endian
 * @param low the last eight bytes, big-endian
 */
public record Guid(long high, long low) {
  private static final Pattern TEXT = Pattern.compile("[0-9a-fA-F]{32}");

  /** Generates a GUID. Byte 8 is 0xff and byte 15 is 0, as the specification requires. */
  public static Guid random(RandomGenerator random) {
    return new Guid(random.nextLong(), (random.nextLong() | 0xffL << 56) & ~0xffL);
  }

  /** Parses 32 hexadecimal digits; empty for any other text. */
  public static Optional<Guid> parse(String text) {
    return TEXT.matcher(text).matches()
        ? Optional.of(
            new Guid(
                Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, 32, 16)))
        : Optional.empty();
  }

  /** Returns 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
