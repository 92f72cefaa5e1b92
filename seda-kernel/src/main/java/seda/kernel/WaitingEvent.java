package seda.kernel;

/**
 * What a {@link ServiceOrder} knows of an event that waits, or that would enter a queue now. Times
 * are nanoseconds, on the clock of the graph.
 */
public interface WaitingEvent {

  /** Returns when the event entered the queue. */
  long stamp();

  /**
   * Returns when the event entered the service; equals {@link #stamp} if the stage has no arrivals.
   */
  long arrival();

  /** Returns the rank of the event's class; 0 is the highest. */
  int rank();

  /** Returns the response-time target of the event's stage and class; 0 if it has none. */
  long targetNanos();

  /** Returns the 90th percentile of its stage's recent service times; 0 while unknown. */
  long serviceP90Nanos();

  /** Returns the credits of the queue from this event on, 1 or more. */
  int credits();

  /** True if the pool takes the newest events first now, see {@link ServiceOrder#newestFirst}. */
  boolean isNewestFirst();
}
