package gnutella;

import gnutella.protocol.Inflation;
import gnutella.protocol.PacketDecoder;
import gnutella.protocol.PacketFault;
import java.nio.ByteBuffer;

/** What comes from one peer: inflated if it is compressed, and routed packet by packet. */
final class PeerInput {
  private static final int PIECE_BYTES = 16 << 10;

  private final ConnectionContext shared;
  private final Peer peer;
  private final PacketDecoder decoder;
  private final Inflation inflation; // null if it is not compressed
  private boolean saidBye;

  PeerInput(ConnectionContext shared, Peer peer, boolean inflating) {
    this.shared = shared;
    this.peer = peer;
    this.decoder = new PacketDecoder(shared.limits().payloads());
    this.inflation =
        inflating ? new Inflation(Math.min(PIECE_BYTES, shared.limits().inflatedBytes())) : null;
  }

  /**
   * Routes the packets in these bytes, up to a bye or a fault. What is compressed may be a thousand
   * times as much as came, so of that no more than the limit in one turn.
   *
   * @return true if it is to be called again with what is left, in another turn
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

  /** True if the peer says that it ends. */
  boolean saidBye() {
    return saidBye;
  }

  /** What was wrong; null if nothing was. */
  PacketFault fault() {
    return inflation != null && inflation.isDamaged() ? PacketFault.BAD_DEFLATE : decoder.fault();
  }

  /** What is wrong if nothing more comes. */
  PacketFault end() {
    return fault() == null ? decoder.end() : fault();
  }

  void release() {
    if (inflation != null) {
      inflation.close();
    }
  }
}
