package seda.kernel.runtime;

import java.util.Arrays;
import java.util.Comparator;
import java.util.NoSuchElementException;
import seda.kernel.Batch;

/**
 * A reusable {@link Batch}: filled, run and cleared repeatedly. The methods beyond the interface
 * are for the thread that runs it.
 *
 * @param <E> type of the events
 */
public class EventBatch<E> implements Batch<E> {
  private static final byte COMPLETED = 0;
  private static final byte FAILED = 1;
  private static final byte SHED = 2;

  private final Object[] events;
  private final long[] stamps;
  private final byte[] ranks;
  private final byte[] outcomes;
  private int next;
  private int end;
  private int ended;
  private boolean shedCurrent;
  private long startedAt;
  private double serviceP90;
  private final BatchRunner<E> runner;
  private final StageMeter meter = new StageMeter();

  EventBatch(int capacity, BatchRunner<E> runner) {
    this.events = new Object[capacity];
    this.stamps = new long[capacity];
    this.ranks = new byte[capacity];
    this.outcomes = new byte[capacity];
    this.runner = runner;
  }

  @Override
  public boolean hasNext() {
    return next < end;
  }

  @Override
  public int remaining() {
    return end - next;
  }

  @Override
  public E next() {
    if (next == end) {
      throw new NoSuchElementException("the batch has no more events");
    }
    settle();
    return event(next++);
  }

  @Override
  public void sort(Comparator<? super E> order) {
    for (int i = next + 1; i < end; i++) {
      E event = event(i);
      if (order.compare(event(i - 1), event) > 0) {
        insert(i, placeOf(event, i - 1, order));
      }
    }
  }

  /**
   * Returns the sorted position of an event among the events before {@code before}, which are
   * sorted.
   */
  private int placeOf(E event, int before, Comparator<? super E> order) {
    int low = next;
    int high = before;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(event(middle), event) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void insert(int from, int to) {
    Object event = events[from];
    long stamp = stamps[from];
    byte rank = ranks[from];
    System.arraycopy(events, to, events, to + 1, from - to);
    System.arraycopy(stamps, to, stamps, to + 1, from - to);
    System.arraycopy(ranks, to, ranks, to + 1, from - to);
    events[to] = event;
    stamps[to] = stamp;
    ranks[to] = rank;
  }

  @Override
  public void shed() {
    if (next == 0) {
      throw new IllegalStateException("no event was taken from the batch yet");
    }
    shedCurrent = true;
  }

  // ---- the kernel's side

  @SuppressWarnings("unchecked")
  private E event(int i) {
    return (E) events[i];
  }

  void add(E event, long stamp, int rank) {
    events[end] = event;
    stamps[end] = stamp;
    ranks[end] = (byte) rank;
    outcomes[end] = COMPLETED;
    end++;
  }

  /** Called for each added event once it has left its queue. */
  void taken(long flow) {}

  public int size() {
    return end;
  }

  /** Returns the meter of this batch. On a pool, callers lock it. */
  public StageMeter meter() {
    return meter;
  }

  /** Records the start of the batch and the stage's 90th percentile of the service time. */
  void started(long nanos, double p90Nanos) {
    startedAt = nanos;
    serviceP90 = p90Nanos;
  }

  public long startedAt() {
    return startedAt;
  }

  double serviceP90() {
    return serviceP90;
  }

  int capacity() {
    return events.length;
  }

  /** Returns the enqueue time of event {@code i}. */
  long stamp(int i) {
    return stamps[i];
  }

  int rank(int i) {
    return ranks[i];
  }

  /** Returns event {@code i}, until the batch is cleared. */
  public E at(int i) {
    return event(i);
  }

  boolean completed(int i) {
    return outcomes[i] == COMPLETED;
  }

  /** Removes an event before the handler sees it, and sheds it. */
  void shedAt(int i) {
    E event = event(i);
    int rank = ranks[i];
    end--;
    System.arraycopy(events, i + 1, events, i, end - i);
    System.arraycopy(stamps, i + 1, stamps, i, end - i);
    System.arraycopy(ranks, i + 1, ranks, i, end - i);
    events[end] = null;
    runner.shed(event, rank);
  }

  int taken() {
    return next;
  }

  /** Returns the number of events that did not complete. */
  int lost() {
    return ended;
  }

  /** Fails the last taken event; a pending shed of it is dropped. */
  void failCurrent(Throwable cause) {
    shedCurrent = false;
    end(next - 1, FAILED);
    runner.failed(event(next - 1), ranks[next - 1], cause);
  }

  /** Settles the last taken event and sheds the untaken ones, after the handler has returned. */
  void finish() {
    settle();
    while (next < end) {
      end(next, SHED);
      runner.shed(event(next), ranks[next]);
      next++;
    }
  }

  private void settle() {
    if (shedCurrent) {
      shedCurrent = false;
      end(next - 1, SHED);
      runner.shed(event(next - 1), ranks[next - 1]);
    }
  }

  private void end(int i, byte outcome) {
    outcomes[i] = outcome;
    ended++;
  }

  void clear() {
    Arrays.fill(events, 0, end, null);
    next = 0;
    end = 0;
    ended = 0;
    shedCurrent = false;
  }
}
