package seda.kernel.control;

import seda.kernel.PoolObservation;

/**
 * The paper's thread pool controller [SOSP §3.4]. It adds a thread while the queue reaches its
 * threshold, up to a maximum, and removes threads idle for the pool's idle time.
 *
 * <p>It shrinks only if some threads get no work at all. The original woke its threads in turn, so
 * under steady light load none stayed idle for long. A {@link seda.kernel.WorkerPool} wakes the
 * most recently busy thread first, so surplus threads stay idle.
 *
 * @param threshold waiting events; the paper uses 100, and 10 for files
 * @param maxThreads largest number of threads; the paper uses 20
 */
public record QueueThresholdSizing(int threshold, int maxThreads) implements PoolSizing {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the values and the allowed range
   */
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
