package seda.kernel;

import java.util.Arrays;

/**
 * A growing FIFO of events with the time at which each came and its weight, in parallel arrays, so
 * that queueing allocates nothing. Gives back its memory when it is empty again after a burst. Not
 * thread-safe.
 */
final class Ring<E> {
  private static final int SMALL = 16;
  private static final int LARGE = 1024;

  private Object[] events = new Object[SMALL];
  private long[] stamps = new long[SMALL];
  private int[] credits = new int[SMALL];
  private int head;
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(E event, long stamp, int weight) {
    if (size == events.length) {
      resize(2 * size);
    }
    int at = (head + size++) & (events.length - 1);
    events[at] = event;
    stamps[at] = stamp;
    credits[at] = weight;
  }

  @SuppressWarnings("unchecked")
  E head() {
    return (E) events[head];
  }

  long headStamp() {
    return stamps[head];
  }

  /** The event behind {@code index} others. */
  @SuppressWarnings("unchecked")
  E at(int index) {
    return (E) events[(head + index) & (events.length - 1)];
  }

  long stamp(int index) {
    return stamps[(head + index) & (stamps.length - 1)];
  }

  int headCredits() {
    return credits[head];
  }

  void removeHead() {
    events[head] = null;
    head = (head + 1) & (events.length - 1);
    if (--size == 0 && events.length > LARGE) {
      resize(SMALL);
    }
  }

  private void resize(int length) {
    int first = Math.min(size, events.length - head);
    Object[] oldEvents = events;
    long[] oldStamps = stamps;
    int[] oldCredits = credits;
    events = Arrays.copyOf(Arrays.copyOfRange(oldEvents, head, head + first), length);
    stamps = Arrays.copyOf(Arrays.copyOfRange(oldStamps, head, head + first), length);
    credits = Arrays.copyOf(Arrays.copyOfRange(oldCredits, head, head + first), length);
    System.arraycopy(oldEvents, 0, events, first, size - first);
    System.arraycopy(oldStamps, 0, stamps, first, size - first);
    System.arraycopy(oldCredits, 0, credits, first, size - first);
    head = 0;
  }
}
