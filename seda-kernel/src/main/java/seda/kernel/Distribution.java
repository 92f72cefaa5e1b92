package seda.kernel;

import java.util.Locale;

/**
 * Distribution of a time. All values but the count are nanoseconds, accurate to 1 % and 64 ns.
 *
 * @param count number of events
 * @param mean arithmetic mean
 * @param p50 median
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param p999 99.9th percentile
 * @param max maximum
 */
public record Distribution(
    long count, double mean, long p50, long p90, long p99, long p999, long max) {

  /** The distribution of no events. */
  public static final Distribution EMPTY = new Distribution(0, 0, 0, 0, 0, 0, 0);

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d, mean %.3f ms, p50 %.3f, p90 %.3f, p99 %.3f, p99.9 %.3f, max %.3f",
        count,
        mean / 1e6,
        p50 / 1e6,
        p90 / 1e6,
        p99 / 1e6,
        p999 / 1e6,
        max / 1e6);
  }
}
