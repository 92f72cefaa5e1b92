package seda.netio;

import java.time.Duration;

/**
 * How many connections a {@link TcpServer} has room for, and who gets that room when it is short.
 *
 * <p>Above {@code highWater} each newcomer closes the connection that has been idle longest, so
 * idle connections never keep a newcomer out. Connections that the protocol has {@linkplain
 * ConnectionUse#known marked as known} are closed last, and a share of the room is theirs alone.
 *
 * @param limit open connections; accepting pauses at the limit, which is reached only if nothing is
 *     idle
 * @param highWater share of the limit above which idle connections are closed, above 0 and up to 1
 * @param grace a connection that has been idle for less, or a transfer that was going on less long
 *     ago, is not closed; a twentieth of it if a newcomer waits at the limit
 * @param knownShare share of the limit that connections which are not known can't keep, from 0
 *     (none) to below 1
 * @param perAddress connections of one client address; of IPv6 a network of 64 bits is one address
 */
public record ConnectionLimits(
    int limit, double highWater, Duration grace, double knownShare, int perAddress) {
  /** A tenth for one address is room for an office behind one address, and ten can't fill all. */
  private static final int ADDRESSES = 10;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public ConnectionLimits {
    Limit.atLeast("tcp.connection-limit", limit, 1);
    if (!(highWater > 0 && highWater <= 1)) {
      throw new IllegalArgumentException(
          "tcp.high-water = " + highWater + ", must be above 0 and up to 1");
    }
    Limit.positive("tcp.idle-grace", grace);
    if (!(knownShare >= 0 && knownShare < 1)) {
      throw new IllegalArgumentException(
          "tcp.signed-in-share = " + knownShare + ", must be from 0 to below 1");
    }
    Limit.atLeast("tcp.connections-per-address", perAddress, 1);
  }

  /**
   * 10,000 connections, a high-water mark of 0.9, a grace of 2 s, no share for known ones, 1,000
   * per address.
   */
  public static ConnectionLimits defaults() {
    return new ConnectionLimits(10_000, 0.9, Duration.ofSeconds(2), 0, 1000);
  }

  /** The part of a limit that one address gets if nothing else is configured: a tenth. */
  public static int perAddressOf(int limit) {
    return Math.max(1, limit / ADDRESSES);
  }

  /** The same with another limit. */
  public ConnectionLimits withLimit(int newLimit) {
    return new ConnectionLimits(newLimit, highWater, grace, knownShare, perAddress);
  }

  /** The same with another high-water mark. */
  public ConnectionLimits withHighWater(double newHighWater) {
    return new ConnectionLimits(limit, newHighWater, grace, knownShare, perAddress);
  }

  /** The same with another share for known connections. */
  public ConnectionLimits withKnownShare(double newKnownShare) {
    return new ConnectionLimits(limit, highWater, grace, newKnownShare, perAddress);
  }

  /** The same with another limit for each address. */
  public ConnectionLimits withPerAddress(int connections) {
    return new ConnectionLimits(limit, highWater, grace, knownShare, connections);
  }
}
