package seda.kernel;

/**
 * A promise, and the order in which promises are kept under load: work of a lower rank goes first.
 * Which class an event has is said by its stage's {@link Stage#classifiedBy classifier}.
 *
 * <p>{@link #BACKGROUND} is below all of them and promises nothing: its work is served while no
 * event of another class waits, or by its guaranteed share.
 *
 * @param name as admins call it
 * @param rank 0 is served first; at most {@link #MAX_RANK}, or that of background work
 */
public record ServiceClass(String name, int rank) {
  /** The rank of the lowest class that promises anything. */
  public static final int MAX_RANK = 7;

  /** Queues and statistics have room for this many ranks: the last is that of background work. */
  public static final int RANKS = MAX_RANK + 2;

  /** The class of events that nobody classifies. */
  public static final ServiceClass DEFAULT = new ServiceClass("default", 0);

  /** The class of work that nobody waits for, like sweeping and compaction. */
  public static final ServiceClass BACKGROUND = new ServiceClass("background", RANKS - 1);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the rank is out of range
   */
  public ServiceClass {
    if (rank < 0 || rank >= RANKS) {
      throw new IllegalArgumentException(
          name + ".rank = " + rank + ", must be from 0 to " + (RANKS - 1));
    }
  }
}
