package seda.kernel.runtime;

import java.util.Arrays;
import seda.kernel.PoolObservation;
import seda.kernel.ServiceClass;

/**
 * Utilisation of a pool's threads by class. Guarded by the pool's lock. Times are clock readings
 * and must not decrease.
 */
final class PoolUsage {
  private static final double SMOOTHING_NANOS = 1e9;

  private final int[] busyOf = new int[ServiceClass.RANKS];
  private final double[] shareOf = new double[ServiceClass.RANKS];
  private int ranks = 1;
  private int busy;
  private double busyNanos;
  private long completed;
  private long measuredAt;
  private final long[] refusedAt = new long[ServiceClass.RANKS];
  private long idleAt;

  private long observedAt;
  private long observedCompleted;
  private double observedBusyNanos;

  PoolUsage(long now) {
    measuredAt = now;
    observedAt = now;
    idleAt = now;
    Arrays.fill(refusedAt, now - 1);
  }

  /** Records the start of a batch. A mixed batch counts for its highest class. */
  void began(int rank, long now, int threads) {
    measure(now, threads);
    ranks = Math.max(ranks, rank + 1);
    busy++;
    busyOf[rank]++;
  }

  /** Records the end of a batch. */
  void ended(int rank, int handled, long now, int threads) {
    measure(now, threads);
    busy--;
    busyOf[rank]--;
    completed += handled;
  }

  /** Returns the number of threads that run work other than background work. */
  int busyInteractive() {
    return busy - busyOf[ServiceClass.BACKGROUND.rank()];
  }

  /** Returns the share of thread time that higher classes recently left, from 0 to 1. */
  double shareLeft(int rank, long now, int threads) {
    measure(now, threads);
    double left = 1;
    for (int higher = 0; higher < rank; higher++) {
      left -= shareOf[higher];
    }
    return Math.max(0, left);
  }

  /** Records a refusal of an event of a class. */
  void refused(int rank, long now) {
    refusedAt[rank] = now;
  }

  /** Records an event that found an idle thread. */
  void idle(long now) {
    idleAt = now;
  }

  boolean refusedSince(int rank, long nanos) {
    return refusedAt[rank] - nanos >= 0;
  }

  boolean idleSince(long nanos) {
    return idleAt - nanos >= 0;
  }

  /** Returns the work since the last call. */
  PoolObservation observe(long now, int threads, int wanted, int queued, int idle) {
    measure(now, threads);
    long interval = Math.max(1, now - observedAt);
    PoolObservation observation =
        new PoolObservation(
            now,
            interval,
            wanted,
            queued,
            completed - observedCompleted,
            (busyNanos - observedBusyNanos) / interval,
            idle);
    observedAt = now;
    observedCompleted = completed;
    observedBusyNanos = busyNanos;
    return observation;
  }

  private void measure(long now, int threads) {
    double passed = now - measuredAt;
    if (passed <= 0) {
      return;
    }
    busyNanos += busy * passed;
    double kept = SMOOTHING_NANOS / (SMOOTHING_NANOS + passed);
    for (int rank = 0; rank < ranks; rank++) {
      double share = (double) busyOf[rank] / Math.max(1, threads);
      shareOf[rank] = share + kept * (shareOf[rank] - share);
    }
    measuredAt = now;
  }
}
