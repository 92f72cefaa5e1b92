package seda.kernel;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The events handed to a handler in one call: a cursor over what the thread took from the queue.
 * Taking the next event completes the one before it. Valid only during the call, on its thread.
 *
 * @param <E> type of the events
 */
public final class Batch<E> {
  private E[] events;
  private int next;
  private int end;
  private boolean shedCurrent;
  private int shed;
  private final EventListener<E> listener;

  Batch(int capacity, EventListener<E> listener) {
    this.events = newArray(capacity);
    this.listener = listener;
  }

  @SuppressWarnings("unchecked")
  private static <E> E[] newArray(int capacity) {
    return (E[]) new Object[capacity];
  }

  /** True if there are events that were not taken yet. */
  public boolean hasNext() {
    return next < end;
  }

  /** How many events were not taken yet. */
  public int remaining() {
    return end - next;
  }

  /**
   * Takes the next event; the one taken before it is completed by this.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public E next() {
    if (next == end) {
      throw new java.util.NoSuchElementException("batch is empty");
    }
    settleShed();
    return events[next++];
  }

  /** Orders the events that were not taken yet; the sort is stable. */
  public void sort(Comparator<? super E> order) {
    Arrays.sort(events, next, end, order);
  }

  /** Ends the event taken last as shed instead of completed. */
  public void shed() {
    if (next == 0) {
      throw new IllegalStateException("no event was taken");
    }
    shedCurrent = true;
  }

  private void settleShed() {
    if (shedCurrent) {
      shedCurrent = false;
      shed++;
      listener.shed(events[next - 1]);
    }
  }

  // ---- the kernel's side

  EventListener<E> listener() {
    return listener;
  }

  int capacity() {
    return events.length;
  }

  void add(E event) {
    events[end++] = event;
  }

  /** The event taken last, or null if none was since the last {@link #failCurrent}. */
  E current() {
    return next == 0 ? null : events[next - 1];
  }

  /** How many were taken so far. */
  int taken() {
    return next;
  }

  /**
   * The handler returned normally: what it left untaken is shed, the event taken last is settled.
   */
  int finish() {
    settleShed();
    while (next < end) {
      shed++;
      listener.shed(events[next++]);
    }
    return shed;
  }

  /** Forgets a pending shed of the current event: it failed instead. */
  void failCurrent() {
    shedCurrent = false;
  }

  void clear() {
    Arrays.fill(events, 0, end, null);
    next = 0;
    end = 0;
    shed = 0;
    shedCurrent = false;
  }
}
