package seda.kernel.control;

import java.util.function.LongSupplier;

/**
 * The relative error of a smoothed response time, like its 90th percentile, as the papers'
 * controllers use it:
 *
 * <pre>
 *   cur ← α·cur + (1 − α)·samp          samp: of the interval
 *   err = (cur − target) / target
 * </pre>
 */
final class TargetError {
  private final double alpha;
  private final LongSupplier targetNanos;
  private double current = Double.NaN;

  /**
   * Creates an error without history.
   *
   * @param alpha weight of the past
   * @param targetNanos target, read at each interval; 0 if there is none
   */
  TargetError(double alpha, LongSupplier targetNanos) {
    this.alpha = alpha;
    this.targetNanos = targetNanos;
  }

  /** Returns the error after an interval. */
  double next(double nanos) {
    current = Double.isNaN(current) ? nanos : alpha * current + (1 - alpha) * nanos;
    return now();
  }

  /**
   * Returns the current error. Before the first interval, it is the error of a zero response time.
   * Without a target, it is the same.
   */
  double now() {
    double target = targetNanos.getAsLong();
    return Double.isNaN(current) || target == 0 ? -1 : (current - target) / target;
  }

  /** Describes the target and the measured value, by the name of the statistic. */
  String describe(String statistic) {
    return "target "
        + ReasonFormat.time(targetNanos.getAsLong())
        + ": "
        + statistic
        + " "
        + ReasonFormat.time(current);
  }
}
