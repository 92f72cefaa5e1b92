package gnutella.protocol;

import java.util.random.RandomGenerator;

/**
 * The 16 bytes that name a packet, or a servent.
 *
 * @param high the first eight, big-endian
 * @param low the last eight
 */
public record Guid(long high, long low) {

  /** A new one; as the specification asks, byte 8 is 0xff and byte 15 is 0. */
  public static Guid random(RandomGenerator random) {
    return new Guid(random.nextLong(), (random.nextLong() | 0xffL << 56) & ~0xffL);
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
