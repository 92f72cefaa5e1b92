package seda.kernel;

import java.util.Comparator;
import java.util.NoSuchElementException;

/**
 * The events handed to a handler in one call: a cursor over what the thread took from the queue.
 * Taking the next event completes the one before it. Valid only during the call, on its thread.
 *
 * @param <E> type of the events
 */
public interface Batch<E> {

  /** True if events are left. */
  boolean hasNext();

  /** How many events are left. */
  int remaining();

  /**
   * Takes the next event; the one taken before it is completed by this.
   *
   * @throws NoSuchElementException if there is none
   */
  E next();

  /**
   * Orders the events that are left; the sort is stable. It inserts one event after the other,
   * which for batches of the usual sizes is quickest, and needs no memory.
   */
  void sort(Comparator<? super E> order);

  /**
   * Ends the event taken last as shed instead of completed.
   *
   * @throws IllegalStateException if no event was taken
   */
  void shed();
}
