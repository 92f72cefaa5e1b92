package benchmarks.baselines;

import org.HdrHistogram.IntCountsHistogram;

/**
 * Service times of a type by two histograms in turn, as in Bouncer: one fills while the other, that
 * of the previous interval, is read. An interval ends after a second, if it has enough samples.
 * Thread-safe; times in nanoseconds.
 */
final class ServiceTimes {
  private static final long INTERVAL = 1_000_000_000;
  private static final int LEAST_SAMPLES = 30;
  private static final long MOST_MICROS = 3_600_000_000L;

  // guarded by this
  private IntCountsHistogram filling = histogram();
  private IntCountsHistogram other = histogram();
  private long start;
  private double p90;
  private volatile double mean;

  private static IntCountsHistogram histogram() {
    return new IntCountsHistogram(MOST_MICROS, 2);
  }

  synchronized void add(long nanos) {
    filling.recordValue(Math.min(MOST_MICROS, nanos / 1_000));
  }

  /** Returns the mean as of the last interval; 0 while unknown. */
  double mean() {
    return mean;
  }

  /** Returns the 90th percentile of the last interval; 0 while unknown. Ends an interval. */
  synchronized double p90(long now) {
    if (now - start >= INTERVAL && filling.getTotalCount() >= LEAST_SAMPLES) {
      start = now;
      p90 = 1e3 * filling.getValueAtPercentile(90);
      mean = 1e3 * filling.getMean();
      IntCountsHistogram full = filling;
      filling = other;
      other = full;
      filling.reset();
    }
    return p90;
  }
}
