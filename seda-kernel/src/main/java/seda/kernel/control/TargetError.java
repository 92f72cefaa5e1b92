package seda.kernel.control;

/**
 * The relative error of a smoothed 90th percentile of the response time, as the papers' controllers
 * use it:
 *
 * <pre>
 *   cur ← α·cur + (1 − α)·samp          samp: p90 of the interval
 *   err = (cur − target) / target
 * </pre>
 */
final class TargetError {
  private final double alpha;
  private final double targetNanos;
  private double current = Double.NaN;

  /**
   * Creates an error without history.
   *
   * @param alpha weight of the past
   */
  TargetError(double alpha, double targetNanos) {
    this.alpha = alpha;
    this.targetNanos = targetNanos;
  }

  /** Returns the error after an interval. */
  double next(double p90Nanos) {
    current = Double.isNaN(current) ? p90Nanos : alpha * current + (1 - alpha) * p90Nanos;
    return now();
  }

  /**
   * Returns the current error. Before the first interval, it is the error of a zero response time.
   */
  double now() {
    return Double.isNaN(current) ? -1 : (current - targetNanos) / targetNanos;
  }

  /** Describes the target and the measured value. */
  String describe() {
    return "target " + ReasonFormat.time(targetNanos) + ": p90 " + ReasonFormat.time(current);
  }
}
