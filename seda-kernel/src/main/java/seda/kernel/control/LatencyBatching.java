package seda.kernel.control;

import java.time.Duration;
import seda.kernel.BatchObservation;

/**
 * Bounds the time by which a batch delays its last event. The default batching controller:
 *
 * <pre>
 *   batch = budget / m̂, rounded      m̂: time in the handler / events, both decayed by interval
 * </pre>
 *
 * <p>Cheap events get large batches, which amortise the cost of a batch. Expensive events get small
 * batches, because they would gain nothing. An interval is weighted by its events, so a pause of
 * the machine, with few slow events, does not shrink the batches. Not thread-safe.
 */
public final class LatencyBatching implements BatchSizing {
  private static final double DECAY = 0.7;

  private final double budgetNanos;
  private double busyNanos;
  private double events;

  /**
   * Creates a controller for one stage.
   *
   * @param budget longest duration of a batch: a fraction of the stage's response-time target
   */
  public LatencyBatching(Duration budget) {
    if (budget.isNegative() || budget.isZero()) {
      throw new IllegalArgumentException("budget = " + budget + ", must be more than zero");
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
