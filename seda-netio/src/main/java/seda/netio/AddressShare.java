package seda.netio;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The connections of one client address: their number, and per processor the idle ones in order.
 * Thread-safe, except that only its processor changes a list.
 */
final class AddressShare {
  private final int limit;
  private final AtomicReferenceArray<IdleList> idle;
  private final AtomicInteger connections = new AtomicInteger();

  AddressShare(int limit, int processors) {
    this.limit = limit;
    this.idle = new AtomicReferenceArray<>(processors);
  }

  /** Adds a connection, atomically with the map that holds the share. */
  void add() {
    connections.incrementAndGet();
  }

  /** Removes a connection; true if none is left. */
  boolean remove() {
    return connections.decrementAndGet() == 0;
  }

  boolean isExceeded() {
    return connections.get() > limit;
  }

  /** Returns the idle connections of the calling processor. */
  IdleList idleOn(int processor) {
    IdleList list = idle.get(processor);
    if (list == null) {
      list = new IdleList();
      idle.set(processor, list);
    }
    return list;
  }

  /** Returns the processor with the longest idle connection, or -1 if none is idle. */
  int processorOfOldest() {
    int found = -1;
    long since = 0;
    for (int i = 0; i < idle.length(); i++) {
      IdleList list = idle.get(i);
      IdleList.Node oldest = list == null ? null : list.oldest();
      if (oldest != null && (found < 0 || oldest.sinceNanos() - since < 0)) {
        found = i;
        since = oldest.sinceNanos();
      }
    }
    return found;
  }
}
