package seda.kernel;

import java.util.Comparator;
import java.util.NoSuchElementException;

/**
 * The events that a handler gets in one call, as a cursor. Taking the next event completes the
 * previous one. Valid only during the call, on the calling thread.
 *
 * @param <E> type of the events
 */
public interface Batch<E> {

  /** True if the batch has more events. */
  boolean hasNext();

  /** Returns the number of events not yet taken. */
  int remaining();

  /**
   * Takes the next event and completes the previous one.
   *
   * @throws NoSuchElementException if the batch has no more events
   */
  E next();

  /**
   * Sorts the remaining events, stably. An insertion sort: the fastest for usual batch sizes, and
   * it allocates nothing.
   */
  void sort(Comparator<? super E> order);

  /**
   * Sheds the last taken event instead of completing it.
   *
   * @throws IllegalStateException if no event was taken
   */
  void shed();
}
