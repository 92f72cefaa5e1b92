package gnutella;

import gnutella.protocol.PayloadLimits;
import java.time.Duration;

/**
 * What connections are held to. Sizes are in bytes.
 *
 * @param max connections at the same time; who comes then is told whom to try instead
 * @param min connections that the catcher keeps
 * @param addressShare of {@code max}, and of the handshakes, that one IPv4 address or one IPv6 /64
 *     network may have, but always one; 1 for no such limit
 * @param handshake until a connection is a peer
 * @param idleTimeout without any packet, after which a peer is closed
 * @param pingEvery how often each peer is asked for hosts
 * @param writeThreshold unwritten bytes above which no more are given to the socket; what waits
 *     beyond that is the outgoing queue's
 * @param deflated connections that may be compressed at the same time, each some 300 KB
 * @param inflatedBytes of a compressed connection that are routed in one turn; the rest waits for
 *     its next one
 * @param payloads of packets
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

  /** Checks the values. */
  public PeerLimits {
    if (max < 1 || min < 0 || min > max) {
      throw new IllegalArgumentException(
          "max-peers = %d, at least 1; min-peers = %d, from 0 to max-peers".formatted(max, min));
    }
    if (!(addressShare > 0 && addressShare <= 1)) {
      throw new IllegalArgumentException(
          "peers.address-share = " + addressShare + ", must be more than 0 and at most 1");
    }
    if (writeThreshold < 1 || deflated < 0) {
      throw new IllegalArgumentException(
          "write-threshold = %d, at least 1; deflated = %d, not negative"
              .formatted(writeThreshold, deflated));
    }
    if (inflatedBytes < 1) {
      throw new IllegalArgumentException("inflated-bytes = " + inflatedBytes + ", at least 1");
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
   * 4 to 100 peers, a tenth of them of one address, {@link HandshakeLimits#defaults}, 90 s, 30 s,
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

  /** The same with other numbers of connections. */
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

  /** The same with another number of compressed connections. */
  public PeerLimits withDeflated(int connections) {
    return new PeerLimits(
        max,
        min,
        addressShare,
        handshake,
        idleTimeout,
        pingEvery,
        writeThreshold,
        connections,
        inflatedBytes,
        payloads);
  }

  /** The same with another number of inflated bytes in one turn. */
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

  /** The same with another share of one address. */
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

  /** The same with other limits of handshakes. */
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

  /** Peers that one address may have. */
  int maxOfAddress() {
    return shareOf(max);
  }

  /** Handshakes that one address may have. */
  int handshakesOfAddress() {
    return shareOf(handshake.max());
  }

  private int shareOf(int all) {
    return Math.max(1, (int) (addressShare * all));
  }
}
