package seda.kernel.control;

import java.time.Duration;
import seda.kernel.BatchObservation;

/**
 * Bounds batches by the time that they hold back their last event; the default:
 *
 * <pre>
 *   batch = budget / m̂, rounded      m̂: time in the handler / events, both decayed by interval
 * </pre>
 *
 * Cheap events get large batches, which amortise what a batch costs; dear ones get small batches,
 * which would gain nothing. An interval counts by its events, so that a pause of the machine, in
 * which few events take long, does not make batches small.
 */
public final class LatencyBatching implements BatchSizing {
  private static final double DECAY = 0.7;

  private final double budgetNanos;
  private double busyNanos;
  private double events;

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
      busyNanos = DECAY * busyNanos + o.busyNanos();
      events = DECAY * events + o.events();
    }
    double batch = busyNanos > 0 ? budgetNanos * events / busyNanos : Integer.MAX_VALUE;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(batch)));
  }
}
