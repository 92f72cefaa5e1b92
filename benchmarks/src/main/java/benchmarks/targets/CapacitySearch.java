package benchmarks.targets;

import benchmarks.report.BenchmarkException;

/**
 * Searches the highest rate of an open loop at which the service holds its target. Rates between a
 * rate that held and one that did not are halved geometrically until they are within {@link
 * #RESOLUTION}. The search assumes that a rate above one that failed fails as well.
 */
final class CapacitySearch {
  /** Highest ratio between the lowest rate that failed and the highest that held. */
  static final double RESOLUTION = 1.05;

  /** Bounds the search, which measures for 15 s a probe. */
  static final int MOST_PROBES = 10;

  /** Ratio between successive rates before the search has both bounds, after a rough estimate. */
  static final double WIDE = 1.15;

  /** The same after an earlier search, so that two probes confirm its result. */
  static final double NARROW = 1.05;

  private static final double ROUNDING = 1e-9;

  /** Steps grow until the first bound is found, because a first estimate may be far too low. */
  private static final double LONGEST_STEP = 2;

  /** Offers a rate for some seconds. */
  @FunctionalInterface
  interface Probe<E extends Exception> {
    /** True if the service held its target at this rate. */
    boolean holds(double rate) throws E;
  }

  private CapacitySearch() {}

  /**
   * The highest rate that held.
   *
   * @param start first rate to try, near the expected capacity
   * @param firstStep ratio between the first two rates
   * @return 0 if no tried rate held
   * @throws BenchmarkException if all rates held: the highest may be far from the capacity
   */
  static <E extends Exception> double search(double start, double firstStep, Probe<E> probe)
      throws E {
    double held = 0;
    double failed = Double.POSITIVE_INFINITY;
    double rate = start;
    double step = firstStep;
    for (int i = 0; i < MOST_PROBES && failed / held > RESOLUTION + ROUNDING; i++) {
      if (probe.holds(rate)) {
        held = rate;
      } else {
        failed = rate;
      }
      rate = next(held, failed, step);
      step = Math.min(step * step, LONGEST_STEP);
    }
    BenchmarkException.require(
        Double.isFinite(failed), "the service held its target at every rate: no capacity found");
    return held;
  }

  private static double next(double held, double failed, double step) {
    if (held == 0) {
      return failed / step;
    }
    return Double.isInfinite(failed) ? held * step : Math.sqrt(held * failed);
  }
}
