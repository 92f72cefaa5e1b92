package gnutella;

import gnutella.protocol.Inflation;
import gnutella.protocol.PacketDecoder;
import gnutella.protocol.PacketFault;
import java.nio.ByteBuffer;

/** What comes from one peer: inflated if it is compressed, and routed packet by packet. */
final class PeerInput {
  private static final int PIECE_BYTES = 16 << 10;

  private final Shared shared;
  private final Peer peer;
  private final PacketDecoder decoder;
  private final Inflation inflation; // null if it is not compressed
  private boolean saidBye;

  PeerInput(Shared shared, Peer peer, boolean inflating) {
    this.shared = shared;
    this.peer = peer;
    this.decoder = new PacketDecoder(shared.limits().payloads());
    this.inflation = inflating ? new Inflation(PIECE_BYTES) : null;
  }

  /** Routes the packets in these bytes, up to a bye or a fault. */
  void route(ByteBuffer input, long now) {
    if (inflation == null) {
      routeAll(input, now);
      return;
    }
    ByteBuffer piece = inflation.next(input);
    while (piece.hasRemaining() && !saidBye && decoder.fault() == null) {
      routeAll(piece, now);
      piece = inflation.next(input);
    }
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
