package seda.kernel;

import java.util.List;

/**
 * Load of a stage and its threads.
 *
 * @param waiting events in the stage's queue
 * @param workNanos estimated thread-time by rank of the work that waits for the stage's threads,
 *     with other stages', without background work; 0 if not measured
 * @param classesFirst whether higher classes are served first in all stages of the threads
 * @param threads threads that serve the stage
 */
public record StageLoad(int waiting, List<Double> workNanos, boolean classesFirst, int threads) {
  /** The load of a stage that is not open. */
  public static final StageLoad NONE = new StageLoad(0, List.of(), true, 1);

  /** Copies the work. */
  public StageLoad {
    workNanos = List.copyOf(workNanos);
  }

  /** Returns the waiting work of the class of a rank. */
  public double workNanos(int rank) {
    return rank < workNanos.size() ? workNanos.get(rank) : 0;
  }
}
