package seda.netio;

import java.time.Duration;
import seda.kernel.Limit;

/**
 * Limits on the connections of a {@link TcpServer}, and the eviction of idle ones when room is
 * short.
 *
 * <p>Above {@code highWater}, each newcomer closes the longest idle connection, so idle connections
 * never keep a newcomer out. Connections {@linkplain ConnectionUse#known marked as known} are
 * closed last, and a share of the room is reserved for them.
 *
 * @param limit largest number of open connections; accepting pauses at the limit, which is reached
 *     only if no connection is idle
 * @param highWater share of the limit above which idle connections are closed, above 0 and up to 1
 * @param grace a connection that has been idle, or a transfer that has stalled, for a shorter time
 *     is not closed; a twentieth of it applies if a newcomer waits at the limit
 * @param knownShare share of the limit reserved for known connections, from 0 (none) to below 1
 * @param perAddress connections per client address; a 64-bit IPv6 network counts as one address
 */
public record ConnectionLimits(
    int limit, double highWater, Duration grace, double knownShare, int perAddress) {
  /**
   * A tenth per address suffices for an office behind one address, and no single address can fill
   * the server.
   */
  private static final int ADDRESSES = 10;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
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
   * Returns the defaults: 10,000 connections, a high-water mark of 0.9, a grace of 2 s, no share
   * for known ones, 1,000 per address.
   */
  public static ConnectionLimits defaults() {
    return new ConnectionLimits(10_000, 0.9, Duration.ofSeconds(2), 0, 1000);
  }

  /** Returns the default limit per address: a tenth of the limit. */
  public static int perAddressOf(int limit) {
    return Math.max(1, limit / ADDRESSES);
  }

  /** Returns a copy with another limit. */
  public ConnectionLimits withLimit(int newLimit) {
    return new ConnectionLimits(newLimit, highWater, grace, knownShare, perAddress);
  }

  /** Returns a copy with another high-water mark. */
  public ConnectionLimits withHighWater(double newHighWater) {
    return new ConnectionLimits(limit, newHighWater, grace, knownShare, perAddress);
  }

  /** Returns a copy with another share for known connections. */
  public ConnectionLimits withKnownShare(double newKnownShare) {
    return new ConnectionLimits(limit, highWater, grace, newKnownShare, perAddress);
  }

  /** Returns a copy with another limit per address. */
  public ConnectionLimits withPerAddress(int connections) {
    return new ConnectionLimits(limit, highWater, grace, knownShare, connections);
  }
}
