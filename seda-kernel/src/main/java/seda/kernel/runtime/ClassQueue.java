package seda.kernel.runtime;

/**
 * The waiting events of one service class of a stage in one place. The head is the next event to
 * serve. Not thread-safe: guarded by its {@link Backlog}'s owner.
 *
 * @param <E> type of the events
 */
interface ClassQueue<E> {

  int size();

  default boolean isEmpty() {
    return size() == 0;
  }

  void add(E event, long stamp, int credits, long flow);

  /** Returns the next event; the queue is not empty. */
  E head();

  /** Returns the enqueue time of {@link #head}. */
  long headStamp();

  /** Returns the weight of {@link #head}. */
  int headCredits();

  void removeHead();

  /** Returns the number of events served before a new event of a flow. */
  int ahead(long flow);

  /** Returns the weight of the waiting events that share turns with a new event of a flow. */
  int creditsOf(long flow);

  /**
   * Returns the number of events that entered the service by a time in nanoseconds; an estimate if
   * the stage has flows.
   */
  int arrivedBy(long nanos, EventTraits<E> traits);
}
