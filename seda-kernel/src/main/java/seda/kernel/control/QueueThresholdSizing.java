package seda.kernel.control;

import seda.kernel.PoolObservation;

/**
 * The thread pool controller of the paper [SOSP §3.4]: a thread more when the queue is at or over
 * its threshold, up to a maximum; a thread that has been idle for the pool's idle time leaves.
 *
 * <p>It shrinks only as far as some threads get no work at all. The original woke its threads in
 * turn, so that under steady light load none was idle for long; a {@link seda.kernel.WorkerPool}
 * wakes last who was busy longest ago.
 *
 * @param threshold events waiting; in the paper 100, and 10 for files
 * @param maxThreads in the paper 20
 */
public record QueueThresholdSizing(int threshold, int maxThreads) implements PoolSizing {

  /** Checks the values. */
  public QueueThresholdSizing {
    if (threshold < 1 || maxThreads < 1) {
      throw new IllegalArgumentException(
          "threshold = " + threshold + ", max-threads = " + maxThreads + ", must be at least 1");
    }
  }

  @Override
  public int next(PoolObservation o) {
    if (o.queued() >= threshold) {
      return Math.min(o.threads() + 1, Math.max(maxThreads, o.threads()));
    }
    return o.threads() - o.idleLong();
  }
}
