package gnutella;

import gnutella.protocol.Reach;
import gnutella.routing.Neighbour;
import gnutella.routing.QueueLimits;

/** A neighbour over a connection. */
final class Peer extends Neighbour {
  private final PeerConnection connection;

  Peer(PeerConnection connection, QueueLimits limits, boolean leaf, Reach reach) {
    super(limits, leaf, reach);
    this.connection = connection;
  }

  PeerConnection connection() {
    return connection;
  }

  @Override
  protected void drain() {
    if (!connection.look()) {
      queue().answered();
    }
  }

  @Override
  protected void drainNow() {
    connection.lookNow(); // on failure its regular turn follows
  }

  @Override
  protected void tooSlow() {
    connection.giveUp();
  }
}
