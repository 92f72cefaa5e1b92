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

  /**
   * Orders the variants of a baseline: first the goodput within the target of those that keep the
   * types served, reduced by the windows over.
   */
  double score() {
    return goodput - over5 - 0.25 * over1 + 0.1 * Math.min(1, leastShare);
  }
}
