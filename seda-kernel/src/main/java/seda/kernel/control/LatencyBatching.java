package seda.kernel.control;

import java.time.Duration;
import seda.kernel.BatchObservation;

/**
 * Bounds batches by the time that they hold back their last event:
 *
 * <pre>
 *   batch = budget / m̂      m̂: moving average of the service time of an event
 * </pre>
 *
 * Cheap events get large batches, which amortise what a batch costs; dear ones get small batches,
 * which would gain nothing.
 */
public final class LatencyBatching implements BatchSizing {
  private static final double SMOOTHING = 0.3;

  private final double budgetNanos;
  private double service;

  /**
   * A controller for one stage.
   *
   * @param budget the longest that a batch should take: a share of the stage's response-time target
   */
  public LatencyBatching(Duration budget) {
    if (budget.isNegative() || budget.isZero()) {
      throw new IllegalArgumentException("budget " + budget + ", must be more than zero");
    }
    this.budgetNanos = budget.toNanos();
  }

  @Override
  public int next(BatchObservation o) {
    if (o.events() > 0) {
      service = service == 0 ? o.service() : service + SMOOTHING * (o.service() - service);
    }
    if (service <= 0) {
      return Integer.MAX_VALUE;
    }
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, budgetNanos / service));
  }
}
