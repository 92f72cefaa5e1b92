package gnutella;

import gnutella.protocol.PayloadLimits;
import java.time.Duration;

/**
 * Limits of connections. Sizes are in bytes.
 *
 * @param max concurrent peers; further clients are refused with alternative hosts
 * @param min connections that the host catcher keeps
 * @param addressShare share of {@code max}, and of the handshakes, for one IPv4 address or IPv6 /64
 *     network, but at least one; 1 for no such limit
 * @param handshake limits until a connection is a peer
 * @param idleTimeout time without packets after which a peer is closed
 * @param pingEvery interval of asking each peer for hosts
 * @param writeThreshold unwritten bytes above which the socket gets no more; the rest stays in the
 *     outgoing queue
 * @param deflated concurrent compressed connections, about 300 KB each
 * @param inflatedBytes inflated bytes of a connection that are routed in one turn; the rest waits
 *     for the next turn
 * @param payloads limits of packets
 */
public record PeerLimits(
    int max,
    int min,
    double addressShare,
    HandshakeLimits handshake,
    Duration idleTimeout,
    Duration pingEvery,
    int writeThreshold,
    int deflated,
    int inflatedBytes,
    PayloadLimits payloads) {

  public PeerLimits {
    if (max < 1 || min < 0 || min > max) {
      throw new IllegalArgumentException(
          "max-peers = %d must be positive; min-peers = %d must be from 0 to max-peers"
              .formatted(max, min));
    }
    if (!(addressShare > 0 && addressShare <= 1)) {
      throw new IllegalArgumentException(
          "peers.address-share = " + addressShare + ", must be more than 0 and at most 1");
    }
    if (writeThreshold < 1 || deflated < 0) {
      throw new IllegalArgumentException(
          "write-threshold = %d must be positive; deflated = %d must not be negative"
              .formatted(writeThreshold, deflated));
    }
    if (inflatedBytes < 1) {
      throw new IllegalArgumentException(
          "inflated-bytes = " + inflatedBytes + ", must be at least 1");
    }
    positive("idle-timeout", idleTimeout);
    positive("ping-every", pingEvery);
  }

  static void positive(String key, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(key + " = " + value + ", must be more than zero");
    }
  }

  /**
   * 4 to 100 peers, at most a tenth from one address, {@link HandshakeLimits#defaults}, 90 s, 30 s,
   * 64 KiB, 32 compressed, 64 KiB a turn.
   */
  public static PeerLimits defaults() {
    return new PeerLimits(
        100,
        4,
        0.1,
        HandshakeLimits.defaults(),
        Duration.ofSeconds(90),
        Duration.ofSeconds(30),
        64 << 10,
        32,
        64 << 10,
        PayloadLimits.defaults());
  }

  /** Returns a copy with other numbers of connections. */
  public PeerLimits withPeers(int least, int most) {
    return new PeerLimits(
        most,
        least,
        addressShare,
        handshake,
        idleTimeout,
        pingEvery,
        writeThreshold,
        deflated,
        inflatedBytes,
        payloads);
  }

  /** Returns a copy with another number of inflated bytes in one turn. */
  public PeerLimits withInflatedBytes(int bytes) {
    return new PeerLimits(
        max,
        min,
        addressShare,
        handshake,
        idleTimeout,
        pingEvery,
        writeThreshold,
        deflated,
        bytes,
        payloads);
  }

  /** Returns a copy with another share of one address. */
  public PeerLimits withAddressShare(double share) {
    return new PeerLimits(
        max,
        min,
        share,
        handshake,
        idleTimeout,
        pingEvery,
        writeThreshold,
        deflated,
        inflatedBytes,
        payloads);
  }

  /** Returns a copy with other limits of handshakes. */
  public PeerLimits withHandshake(HandshakeLimits limits) {
    return new PeerLimits(
        max,
        min,
        addressShare,
        limits,
        idleTimeout,
        pingEvery,
        writeThreshold,
        deflated,
        inflatedBytes,
        payloads);
  }

  /** Maximum number of peers of one address. */
  int maxOfAddress() {
    return shareOf(max);
  }

  /** Maximum number of handshakes of one address. */
  int handshakesOfAddress() {
    return shareOf(handshake.max());
  }

  private int shareOf(int all) {
    return Math.max(1, (int) (addressShare * all));
  }
}
