package seda.kernel.control;

import seda.kernel.WorkState;

/**
 * Predicts the 90th percentile of an event's response time from what its threads have to do. Pure:
 * no state, no clock, no allocation; any thread.
 *
 * <p>With c threads, thread-time W ahead of the event, its variance V, and a service time with mean
 * m and 90th percentile S90:
 *
 * <pre>
 *   by priority   W/(c·s) + (1/s − 1)·m/c + m + sqrt(1.64·V/c² + (S90 − m)²)
 *   by share      time until the owed turn + S90
 * </pre>
 *
 * By priority, higher classes that come later overtake the event: it progresses only in the share s
 * of the threads' time that they leave. For the highest class s = 1. The sum is that of a queue
 * whose waiting time is normal, after the central limit theorem. An owed turn comes whatever higher
 * classes do.
 */
final class Prediction {
  private static final double NORMAL_P90_SQUARED = 1.64;

  private Prediction() {}

  /** Response time in nanoseconds if the event waits for all that is ahead. */
  static double byPriority(WorkState work, int rank, double guaranteedShare) {
    double threads = Math.max(1, work.threads());
    double mean = work.serviceMean();
    double spread = work.serviceP90() - mean;
    double share = rank == 0 ? 1 : Math.max(guaranteedShare, work.shareLeft(rank));
    if (share <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    return (work.workAhead(rank) / share + (1 / share - 1) * mean) / threads
        + mean
        + Math.sqrt(
            NORMAL_P90_SQUARED * work.workVariance(rank) / (threads * threads) + spread * spread);
  }

  /** Response time in nanoseconds if the event waits for a turn that its class is owed. */
  static double byShare(WorkState work, int rank) {
    return work.nanosToOwedTurn(rank) + work.serviceP90();
  }
}
