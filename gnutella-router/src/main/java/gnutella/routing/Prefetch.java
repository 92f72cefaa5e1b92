package gnutella.routing;

import gnutella.protocol.Packet;

/**
 * Has the processor's caches fetch what the routing of some packets will look at. A packet that is
 * routed by itself waits for one miss after the other, from the route to the end of the ring that
 * it is put into. Here each step of that way is gone for all packets before the next one, so that
 * the misses of a step are waited for at the same time.
 *
 * <p>S. Chen, A. Ailamaki, P. Gibbons, T. Mowry: <i>Improving Hash Join Performance through
 * Prefetching</i>, ICDE 2004.
 *
 * <p>Changes nothing, and takes no lock, for that would wait, too. Of one thread.
 */
public final class Prefetch {
  private final Router router;
  private final int[] lengths;
  private final Neighbour[] neighbours;
  private final OutgoingQueue[] queues;
  private final PacketRing[] rings;

  /** What was read, without a meaning, so that no compiler leaves the reads out. */
  int seen;

  Prefetch(Router router, int most) {
    this.router = router;
    this.lengths = new int[most];
    this.neighbours = new Neighbour[most];
    this.queues = new OutgoingQueue[most];
    this.rings = new PacketRing[most];
  }

  /** Fetches for the first {@code count} of the packets. */
  public void fetch(Packet[] packets, int count, long now) {
    for (int i = 0; i < count; i++) {
      seen += router.touch(packets[i]);
    }
    int back = 0;
    for (int i = 0; i < count; i++) {
      Neighbour to = router.guess(packets[i], now);
      if (to != null) {
        neighbours[back] = to;
        lengths[back] = packets[i].length();
        back++;
      }
    }
    for (int i = 0; i < back; i++) {
      queues[i] = neighbours[i].queue();
    }
    for (int i = 0; i < back; i++) {
      rings[i] = queues[i].fresh();
    }
    for (int i = 0; i < back; i++) {
      seen += rings[i].touch();
    }
    for (int i = 0; i < back; i++) {
      seen += rings[i].touch(lengths[i]);
    }
  }
}
