package benchmarks.gnutella;

import gnutella.protocol.Reach;
import gnutella.routing.Neighbour;
import gnutella.routing.QueueLimits;
import java.nio.ByteBuffer;

/** A neighbour without a socket: takes all that comes at once, or nothing ever. */
final class Bystander extends Neighbour {
  private final ByteBuffer taken = ByteBuffer.allocate(128 << 10);
  private final boolean reads;
  private boolean givenUp;

  Bystander(QueueLimits limits, boolean reads) {
    super(limits, false, Reach.GLOBAL);
    this.reads = reads;
  }

  @Override
  protected void drain() {
    queue().answered();
    if (reads) {
      while (queue().nextLength() > 0) {
        queue().drainTo(taken.clear());
      }
    }
  }

  @Override
  protected void tooSlow() {
    givenUp = true;
  }

  boolean isGivenUp() {
    return givenUp;
  }
}
