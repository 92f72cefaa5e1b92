package seda.kernel.control;

/**
 * How far the smoothed 90th percentile of a response time is from its target, as the papers'
 * controllers see it:
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
   * Without a past.
   *
   * @param alpha weight of the past
   */
  TargetError(double alpha, double targetNanos) {
    this.alpha = alpha;
    this.targetNanos = targetNanos;
  }

  /** The error after an interval. */
  double next(double p90Nanos) {
    current = Double.isNaN(current) ? p90Nanos : alpha * current + (1 - alpha) * p90Nanos;
    return now();
  }

  /** The error now; before the first interval, that of no time at all. */
  double now() {
    return Double.isNaN(current) ? -1 : (current - targetNanos) / targetNanos;
  }

  /** The target and what was measured, in words. */
  String describe() {
    return "target " + ReasonFormat.time(targetNanos) + ": p90 " + ReasonFormat.time(current);
  }
}
