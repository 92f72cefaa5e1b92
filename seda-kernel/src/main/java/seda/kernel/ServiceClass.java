package seda.kernel;

/**
 * A promise, and the order in which promises are kept under load: work of a lower rank goes first.
 * Which class an event has is said by its stage's {@link Stage#classifiedBy classifier}.
 *
 * @param name as admins call it
 * @param rank 0 is served first; at most {@link #MAX_RANK}
 */
public record ServiceClass(String name, int rank) {
  /** The highest rank; queues and statistics have room for this many classes and one. */
  public static final int MAX_RANK = 7;

  /** The class of events that nobody classifies. */
  public static final ServiceClass DEFAULT = new ServiceClass("default", 0);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the rank is out of range
   */
  public ServiceClass {
    if (rank < 0 || rank > MAX_RANK) {
      throw new IllegalArgumentException(
          name + ".rank = " + rank + ", must be from 0 to " + MAX_RANK);
    }
  }
}
