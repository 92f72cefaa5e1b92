package seda.kernel.control;

import seda.kernel.BatchObservation;

/**
 * The paper's batching controller [SOSP §3.4]: it seeks the smallest batching factor that keeps the
 * throughput. With r the moving average of the output rate:
 *
 * <pre>
 *   rate = 0, or rate &lt; drop · r    a sudden drop in load: back to the maximum
 *   rate &lt; (1 − slack) · r          the output falls: the factor grows by {@code up}
 *   otherwise                       the output holds: the factor shrinks by {@code down}
 * </pre>
 *
 * <p>A queue that has grown by more than a batch also counts as a falling output. The output alone
 * cannot distinguish a sustained rate from one that too small batches hold down. Not thread-safe.
 */
public final class ThroughputBatching implements BatchSizing {
  private static final double SMOOTHING = 0.3;
  private static final double SLACK = 0.05;
  private static final double DROP = 0.5;
  private static final double DOWN = 0.9;
  private static final double UP = 1.2;

  private final int min;
  private final int max;
  private double factor;
  private double average;
  private int queuedBefore;

  /** Creates a controller for one stage; it starts at {@code max}. */
  public ThroughputBatching(int min, int max) {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "min = " + min + ", max = " + max + ", need 1 ≤ min ≤ max");
    }
    this.min = min;
    this.max = max;
    this.factor = max;
  }

  @Override
  public int next(BatchObservation o) {
    double rate = o.rate();
    if (rate == 0 || rate < DROP * average) {
      factor = max;
    } else if (rate < (1 - SLACK) * average || o.queued() - queuedBefore > factor) {
      factor *= UP;
    } else {
      factor *= DOWN;
    }
    average = average == 0 ? rate : average + SMOOTHING * (rate - average);
    queuedBefore = o.queued();
    factor = Math.max(min, Math.min(max, factor));
    return (int) Math.round(factor);
  }
}
