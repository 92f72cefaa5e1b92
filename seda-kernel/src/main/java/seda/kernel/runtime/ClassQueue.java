package seda.kernel.runtime;

/**
 * The events of one service class of a stage that wait in one place. The head is the event to be
 * served next. Not thread-safe: guarded by its {@link Backlog}'s owner.
 *
 * @param <E> type of the events
 */
interface ClassQueue<E> {

  /** Events waiting. */
  int size();

  /** True if no event waits. */
  default boolean isEmpty() {
    return size() == 0;
  }

  /**
   * Adds an event.
   *
   * @param flow that the event is of
   */
  void add(E event, long stamp, int credits, long flow);

  /** The event to be served next; there is one. */
  E head();

  /** When {@link #head} came. */
  long headStamp();

  /** The weight of {@link #head}. */
  int headCredits();

  /** Takes {@link #head} out. */
  void removeHead();

  /** Events that would be served before a new one of a flow. */
  int ahead(long flow);

  /** Weights of the waiting events that share turns with a new one of a flow. */
  int creditsOf(long flow);

  /** Events that entered the service by a time in nanoseconds; an estimate if there are flows. */
  int arrivedBy(long nanos, EventTraits<E> traits);
}
