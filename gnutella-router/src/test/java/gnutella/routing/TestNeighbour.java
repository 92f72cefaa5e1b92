package gnutella.routing;

import gnutella.protocol.Packet;
import gnutella.protocol.Reach;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A neighbour that keeps the packets sent to it. */
final class TestNeighbour extends Neighbour {
  int calls;
  int overflows;

  TestNeighbour(QueueLimits limits, boolean leaf) {
    super(limits, leaf, Reach.GLOBAL);
  }

  TestNeighbour(Reach reach) {
    super(QueueLimits.defaults(), false, reach);
  }

  TestNeighbour() {
    this(QueueLimits.defaults(), false);
  }

  static TestNeighbour leaf() {
    return new TestNeighbour(QueueLimits.defaults(), true);
  }

  @Override
  protected void drain() {
    calls++;
  }

  @Override
  protected void tooSlow() {
    overflows++;
  }

  /** Drains the queue. */
  List<Packet> received() {
    queue().answered();
    List<Packet> packets = new ArrayList<>();
    for (int length = queue().nextLength(); length > 0; length = queue().nextLength()) {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      queue().drainTo(bytes);
      packets.add(new Packet().wrap(bytes.flip(), 0));
    }
    return packets;
  }
}
