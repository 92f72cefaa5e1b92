package gnutella;

import gnutella.protocol.Inflation;
import gnutella.protocol.PacketDecoder;
import gnutella.protocol.PacketFault;
import java.nio.ByteBuffer;

/** Input of one peer: inflates it if compressed and routes each packet. */
final class PeerInput {
  private static final int PIECE_BYTES = 16 << 10;

  private final ConnectionContext shared;
  private final Peer peer;
  private final PacketDecoder decoder;
  private final Inflation inflation; // null if not compressed
  private boolean saidBye;

  PeerInput(ConnectionContext shared, Peer peer, boolean inflating) {
    this.shared = shared;
    this.peer = peer;
    this.decoder = new PacketDecoder(shared.limits().payloads());
    this.inflation =
        inflating ? new Inflation(Math.min(PIECE_BYTES, shared.limits().inflatedBytes())) : null;
  }

  /**
   * Routes the packets in {@code input}, up to a bye or a fault. Compressed input may inflate a
   * thousandfold, so one turn routes at most the limit of inflated bytes.
   *
   * @return true if another turn is needed for the rest
   */
  boolean route(ByteBuffer input, long now) {
    if (inflation == null) {
      routeAll(input, now);
      return false;
    }
    int left = shared.limits().inflatedBytes();
    while (left > 0 && !saidBye && decoder.fault() == null) {
      ByteBuffer piece = inflation.next(input);
      if (!piece.hasRemaining()) {
        return false;
      }
      left -= piece.remaining();
      routeAll(piece, now);
    }
    return true;
  }

  private void routeAll(ByteBuffer bytes, long now) {
    saidBye = shared.routing().route(decoder, bytes, peer, now);
  }

  /** True after the peer's bye. */
  boolean saidBye() {
    return saidBye;
  }

  /** The fault in the input; null if there is none. */
  PacketFault fault() {
    return inflation != null && inflation.isDamaged() ? PacketFault.BAD_DEFLATE : decoder.fault();
  }

  /** Returns the fault if the input ends here. */
  PacketFault end() {
    return fault() == null ? decoder.end() : fault();
  }

  void release() {
    if (inflation != null) {
      inflation.close();
    }
  }
}
