package benchmarks.targets;

/**
 * Searches the highest rate of an open loop at which the service holds its target. Rates between a
 * rate that held and one that did not are halved geometrically until they are within {@link
 * #RESOLUTION}. The search assumes that a rate above one that failed fails as well.
 */
final class CapacitySearch {
  /** Highest ratio between the lowest rate that failed and the highest that held. */
  static final double RESOLUTION = 1.05;

  /** Bounds the search, which measures for 15 s a probe. */
  static final int MOST_PROBES = 8;

  /** Ratio between successive rates before the search has both bounds, after a rough estimate. */
  static final double WIDE = 1.15;

  /** The same after an earlier search, so that two probes confirm its result. */
  static final double NARROW = 1.05;

  private static final double ROUNDING = 1e-9;

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
   * @param step ratio between successive rates until one held and one failed
   * @return 0 if no tried rate held
   */
  static <E extends Exception> double search(double start, double step, Probe<E> probe)
      throws E {
    double held = 0;
    double failed = Double.POSITIVE_INFINITY;
    double rate = start;
    for (int i = 0; i < MOST_PROBES && failed / held > RESOLUTION + ROUNDING; i++) {
      if (probe.holds(rate)) {
        held = rate;
      } else {
        failed = rate;
      }
      rate = next(held, failed, step);
    }
    return held;
  }

  private static double next(double held, double failed, double step) {
    if (held == 0) {
      return failed / step;
    }
    return Double.isInfinite(failed) ? held * step : Math.sqrt(held * failed);
  }
}
