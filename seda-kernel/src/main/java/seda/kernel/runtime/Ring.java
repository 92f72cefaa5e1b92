package seda.kernel.runtime;

import java.util.Arrays;

/**
 * A growing FIFO of events with their enqueue times and weights, in parallel arrays, so that
 * queueing allocates nothing. Releases its memory when it is empty after a burst. Not thread-safe.
 * As the queue of a class it has no flows.
 */
final class Ring<E> implements ClassQueue<E> {
  private static final int SMALL = 16;
  private static final int LARGE = 1024;

  private Object[] events = new Object[SMALL];
  private long[] stamps = new long[SMALL];
  private int[] credits = new int[SMALL];
  private int head;
  private int size;

  @Override
  public int size() {
    return size;
  }

  @Override
  public void add(E event, long stamp, int weight, long flow) {
    add(event, stamp, weight);
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

  @Override
  @SuppressWarnings("unchecked")
  public E head() {
    return (E) events[head];
  }

  @Override
  public long headStamp() {
    return stamps[head];
  }

  /** Returns the event behind {@code index} others. */
  @SuppressWarnings("unchecked")
  E at(int index) {
    return (E) events[(head + index) & (events.length - 1)];
  }

  long stamp(int index) {
    return stamps[(head + index) & (stamps.length - 1)];
  }

  @Override
  public int headCredits() {
    return credits[head];
  }

  @Override
  public void removeHead() {
    events[head] = null;
    head = (head + 1) & (events.length - 1);
    if (--size == 0 && events.length > LARGE) {
      resize(SMALL);
    }
  }

  @Override
  public int ahead(long flow) {
    return size;
  }

  /** {@inheritDoc} Without flows, no bound depends on this value. */
  @Override
  public int creditsOf(long flow) {
    return 0;
  }

  /** {@inheritDoc} Assumes that events enter the service in the order of this queue. */
  @Override
  public int arrivedBy(long nanos, EventTraits<E> traits, long flow) {
    return arrivedBy(nanos, traits);
  }

  int arrivedBy(long nanos, EventTraits<E> traits) {
    int from = 0;
    int to = size;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (traits.arrival(at(middle), stamp(middle)) - nanos <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
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
