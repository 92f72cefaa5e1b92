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

  /**
   * Returns the number of events that a thread may take now. Fewer than {@link #size} if the flows
   * of the stage are bounded.
   */
  default int takeable() {
    return size();
  }

  void add(E event, long stamp, int credits, long flow);

  /** Returns the next event that may be taken, else the first event; the queue is not empty. */
  E head();

  /** Returns the enqueue time of {@link #head}. */
  long headStamp();

  /** Returns the weight of {@link #head}. */
  int headCredits();

  /** Returns the flow of {@link #head}. */
  default long headFlow() {
    return 0;
  }

  void removeHead();

  /**
   * Returns the number of events served before a new event of a flow. Events of other flows that
   * are full do not count: they wait for threads of their own.
   */
  int ahead(long flow);

  /** Returns the number of waiting events that share turns with a new event of a flow. */
  default int eventsOf(long flow) {
    return 0;
  }

  /** Returns the weight of the waiting events that share turns with a new event of a flow. */
  int creditsOf(long flow);

  /**
   * Returns the number of events that are at least as urgent; an estimate if the stage has flows.
   *
   * @param order urgency of each event
   * @param flow events of other flows that are full do not count
   */
  int before(long urgency, Urgency<E> order, long flow);

  /** Returns the part of {@link #before} that is of the flow itself. */
  default int ownBefore(long urgency, Urgency<E> order, long flow) {
    return 0;
  }
}
