package seda.netio;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The connections of one client address: how many there are, and on each processor the idle ones in
 * order. Any thread, except that a list is changed by its processor only.
 */
final class AddressShare {
  private final int limit;
  private final AtomicReferenceArray<IdleList> idle;
  private final AtomicInteger connections = new AtomicInteger();

  AddressShare(int limit, int processors) {
    this.limit = limit;
    this.idle = new AtomicReferenceArray<>(processors);
  }

  /** One more; atomically with the map that holds the share. */
  void add() {
    connections.incrementAndGet();
  }

  /** One less; true if none is left. */
  boolean remove() {
    return connections.decrementAndGet() == 0;
  }

  boolean isExceeded() {
    return connections.get() > limit;
  }

  /** The idle ones of a processor, whose thread is calling. */
  IdleList idleOn(int processor) {
    IdleList list = idle.get(processor);
    if (list == null) {
      list = new IdleList();
      idle.set(processor, list);
    }
    return list;
  }

  /** The processor with the connection that has been idle longest, or -1 if none is idle. */
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
