package seda.kernel;

/**
 * A service level, and its precedence under load: a lower rank is served first. A stage's {@link
 * Stage#classifiedBy classifier} assigns classes to events.
 *
 * <p>{@link #BACKGROUND} ranks below all others and promises nothing: its work is served while no
 * event of another class waits, or by its guaranteed share.
 *
 * @param name display name
 * @param rank precedence; 0 is served first; at most {@link #MAX_RANK}, or the rank of background
 *     work
 */
public record ServiceClass(String name, int rank) {
  /** The lowest rank of a class with a service level. */
  public static final int MAX_RANK = 7;

  /** Number of ranks in queues and statistics; the last is the rank of background work. */
  public static final int RANKS = MAX_RANK + 2;

  /** The class of events without a classifier. */
  public static final ServiceClass DEFAULT = new ServiceClass("default", 0);

  /** The class of maintenance work, like sweeping and compaction. */
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
