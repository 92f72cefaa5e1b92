package seda.kernel.runtime;

import java.util.Arrays;

/**
 * A growing queue of events with their enqueue times and weights, in parallel arrays, so that
 * queueing allocates nothing. It is served at its oldest or its newest event. Releases its memory
 * when it is empty after a burst. Not thread-safe. As the queue of a class it has no flows.
 */
final class Ring<E> implements ClassQueue<E> {
  private static final int SMALL = 16;
  private static final int LARGE = 1024;

  private Object[] events = new Object[SMALL];
  private long[] stamps = new long[SMALL];
  private int[] credits = new int[SMALL];
  private int head;
  private int size;
  private final ServiceEnd end;

  /** Creates an empty queue, served at its oldest event. */
  Ring() {
    this(new ServiceEnd());
  }

  /** Creates an empty queue, served at an end that may change. */
  Ring(ServiceEnd end) {
    this.end = end;
  }

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
    return (E) events[next()];
  }

  @Override
  public long headStamp() {
    return stamps[next()];
  }

  /** Returns the place of the next event. */
  private int next() {
    return end.isNewest() ? (head + size - 1) & (events.length - 1) : head;
  }

  /** Returns the event that came behind {@code index} others. */
  @SuppressWarnings("unchecked")
  E at(int index) {
    return (E) events[(head + index) & (events.length - 1)];
  }

  long stamp(int index) {
    return stamps[(head + index) & (stamps.length - 1)];
  }

  @Override
  public int headCredits() {
    return credits[next()];
  }

  @Override
  public void removeHead() {
    events[next()] = null;
    if (!end.isNewest()) {
      head = (head + 1) & (events.length - 1);
    }
    if (--size == 0 && events.length > LARGE) {
      resize(SMALL);
    }
  }

  @Override
  public int ahead(long flow) {
    return end.isNewest() ? 0 : size;
  }

  /** {@inheritDoc} Without flows, no bound depends on this value. */
  @Override
  public int creditsOf(long flow) {
    return 0;
  }

  @Override
  public int before(long urgency, Urgency<E> order, long flow) {
    return before(urgency, order);
  }

  /** Returns the number of events that are at least as urgent: those that leave first. */
  int before(long urgency, Urgency<E> order) {
    if (size == 0 || urgencyAt(size - 1, order) - urgency <= 0) {
      return size; // first in, first out: all
    }
    int from = 0;
    int to = size - 1;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (urgencyAt(middle, order) - urgency <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Returns the urgency of the event that leaves behind {@code others}. */
  private long urgencyAt(int others, Urgency<E> order) {
    int index = end.isNewest() ? size - 1 - others : others;
    return order.of(at(index), stamp(index), size - others, size);
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
