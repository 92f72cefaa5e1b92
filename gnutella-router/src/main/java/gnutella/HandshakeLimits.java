package gnutella;

import java.time.Duration;

/**
 * Limits of handshakes.
 *
 * @param max concurrent accepted connections that are not peers: in a handshake, or refused and
 *     closing; above it the one silent longest is closed
 * @param timeout from the connect to the first packet
 * @param bytes of a block of lines
 */
public record HandshakeLimits(int max, Duration timeout, int bytes) {

  public HandshakeLimits {
    if (max < 1 || bytes < 64) {
      throw new IllegalArgumentException(
          "peers.handshakes = %d, must be at least 1; peers.handshake-bytes = %d, must be at least 64"
              .formatted(max, bytes));
    }
    PeerLimits.positive("peers.handshake-timeout", timeout);
  }

  /** 64, 10 s, 8 KiB. */
  public static HandshakeLimits defaults() {
    return new HandshakeLimits(64, Duration.ofSeconds(10), 8 << 10);
  }
}
