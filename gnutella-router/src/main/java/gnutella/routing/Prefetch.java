package gnutella.routing;

import gnutella.protocol.Packet;

/**
 * Prefetches into the processor's caches the memory that routing a group of packets will read.
 * Routing one packet waits for one cache miss after another, from the route to the end of the
 * target's ring. Prefetch runs each of these steps for all packets before the next step, so the
 * misses of a step overlap.
 *
 * <p>S. Chen, A. Ailamaki, P. Gibbons, T. Mowry: <i>Improving Hash Join Performance through
 * Prefetching</i>, ICDE 2004.
 *
 * <p>Modifies nothing and takes no lock, since waiting for one would cost as much. Confined to one
 * thread.
 */
public final class Prefetch {
  private final Router router;
  private final int[] numbers;
  private final int[] lengths;

  /** The sum of the values read; keeps the compiler from eliminating the reads. */
  int seen;

  Prefetch(Router router, int most) {
    this.router = router;
    this.numbers = new int[most];
    this.lengths = new int[most];
  }

  /** Prefetches for the first {@code count} packets. */
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
    // looked up again in each step: a kept reference would prevent collection of departed
    // neighbours
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
