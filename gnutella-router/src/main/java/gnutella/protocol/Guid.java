package gnutella.protocol;

import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The 16 bytes that name a packet, or a servent.
 *
 * @param high the first eight, big-endian
 * @param low the last eight
 */
public record Guid(long high, long low) {
  private static final Pattern TEXT = Pattern.compile("[0-9a-fA-F]{32}");

  /** A new one; as the specification asks, byte 8 is 0xff and byte 15 is 0. */
  public static Guid random(RandomGenerator random) {
    return new Guid(random.nextLong(), (random.nextLong() | 0xffL << 56) & ~0xffL);
  }

  /** Reads 32 hexadecimal digits; empty for any other text. */
  public static Optional<Guid> parse(String text) {
    return TEXT.matcher(text).matches()
        ? Optional.of(
            new Guid(
                Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, 32, 16)))
        : Optional.empty();
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
