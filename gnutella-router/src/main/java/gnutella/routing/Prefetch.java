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
  private final int[] numbers;
  private final int[] lengths;

  /** What was read, without a meaning, so that no compiler leaves the reads out. */
  int seen;

  Prefetch(Router router, int most) {
    this.router = router;
    this.numbers = new int[most];
    this.lengths = new int[most];
  }

  /** Fetches for the first {@code count} of the packets. */
  public void fetch(Packet[] packets, int count, long now) {
    for (int i = 0; i < count; i++) {
      seen += router.touch(packets[i]);
    }
    int back = 0;
    for (int i = 0; i < count; i++) {
      int number = router.guess(packets[i], now);
      if (number != RouteTable.NONE) {
        numbers[back] = number;
        lengths[back] = packets[i].length();
        back++;
      }
    }
    // looked up again in each step: kept here, a neighbour that has gone could not be collected
    for (int i = 0; i < back; i++) {
      Neighbour to = router.guess(numbers[i]);
      seen += to == null ? 0 : to.touch();
    }
    for (int i = 0; i < back; i++) {
      Neighbour to = router.guess(numbers[i]);
      seen += to == null ? 0 : to.queue().touch();
    }
    for (int i = 0; i < back; i++) {
      Neighbour to = router.guess(numbers[i]);
      seen += to == null ? 0 : to.queue().fresh().touch();
    }
    for (int i = 0; i < back; i++) {
      Neighbour to = router.guess(numbers[i]);
      seen += to == null ? 0 : to.queue().fresh().touch(lengths[i]);
    }
  }
}
