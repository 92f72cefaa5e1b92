package benchmarks.simulation;

/**
 * What a run showed.
 *
 * @param over5 share of windows of 5 s over target: the 90th percentile of a type exceeds it
 * @param over1 the same for windows of 1 s
 * @param goodput answers within the target, as a share of the capacity at full quality
 * @param full the same for answers at full quality
 * @param refused share of the requests that were refused or shed
 * @param leastShare least answered share of a type, as a part of the answered share of all
 * @param jain Jain's index of the answers by user: (Σx)² / (n·Σx²)
 * @param never users without an answer, as a share
 */
record Outcome(
    double over5,
    double over1,
    double goodput,
    double full,
    double refused,
    double leastShare,
    double jain,
    double never) {

  /** A type below a quarter of its share is not served. */
  private static final double FAIR_SHARE = 0.25;

  /**
   * Score of a variant, from 0 to 1: goodput outside the windows of 1 s over target, less if a type
   * is below a quarter of its share. Goodput above 1, from a preference for short requests, gains
   * nothing.
   */
  double score() {
    return Math.min(1, goodput) * (1 - over1) * Math.min(1, leastShare / FAIR_SHARE);
  }
}
