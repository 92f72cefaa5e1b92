package seda.kernel.control;

import seda.kernel.WorkState;

/**
 * Predicts the 90th percentile of an event's response time from the work of its threads. Pure
 * functions; thread-safe and free of allocation.
 *
 * <p>With c threads, thread-time W ahead of the event, its variance V, and a service time with mean
 * m and 90th percentile S90:
 *
 * <pre>
 *   by priority   W/(c·s) + (1/s − 1)·m/c + m + sqrt(1.64·V/c² + (S90 − m)²)
 *   by share      time until the owed turn + S90
 * </pre>
 *
 * <p>By priority, later events of higher classes overtake the event: it progresses only in the
 * share s of thread time that they leave. For the highest class s = 1. The formula assumes a
 * normally distributed wait, by the central limit theorem. Higher classes do not delay an owed
 * turn.
 */
final class Prediction {
  private static final double NORMAL_P90_SQUARED = 1.64;

  private Prediction() {}

  /** Returns the response time in nanoseconds if the event waits for all work ahead of it. */
  static double byPriority(WorkState work, int rank, double guaranteedShare) {
    double threads = Math.max(1, work.threads());
    double mean = work.serviceMean();
    double spread = work.serviceP90() - mean;
    return waitByPriority(work, rank, guaranteedShare)
        + mean
        + Math.sqrt(
            NORMAL_P90_SQUARED * work.workVariance(rank) / (threads * threads) + spread * spread);
  }

  /** Returns the mean of the time in nanoseconds until all work ahead of the event is done. */
  static double waitByPriority(WorkState work, int rank, double guaranteedShare) {
    double share = rank == 0 ? 1 : Math.max(guaranteedShare, work.shareLeft(rank));
    if (share <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    return (work.workAhead(rank) / share + (1 / share - 1) * work.serviceMean())
        / Math.max(1, work.threads());
  }

  /**
   * Returns the response time in nanoseconds if the event waits for its class's owed turn.
   *
   * @param reserved see {@link WorkState#nanosToOwedTurn}
   */
  static double byShare(WorkState work, int rank, double reserved) {
    return work.nanosToOwedTurn(rank, reserved) + work.serviceP90();
  }
}
