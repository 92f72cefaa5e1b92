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

  private static final double STEP = 1.15;

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
   * @return 0 if no tried rate held
   */
  static <E extends Exception> double search(double start, Probe<E> probe) throws E {
    double held = 0;
    double failed = Double.POSITIVE_INFINITY;
    double rate = start;
    for (int i = 0; i < MOST_PROBES && failed / held > RESOLUTION; i++) {
      if (probe.holds(rate)) {
        held = rate;
      } else {
        failed = rate;
      }
      rate = next(held, failed);
    }
    return held;
  }

  private static double next(double held, double failed) {
    if (held == 0) {
      return failed / STEP;
    }
    return Double.isInfinite(failed) ? held * STEP : Math.sqrt(held * failed);
  }
}
