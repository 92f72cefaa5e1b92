package benchmarks.targets;

import benchmarks.users.RunResult;

/**
 * A run under a controller beside the capacity that was measured right before and after it.
 *
 * @param capacity answers a second that are possible, by the figure's own measure; the mean of both
 * @param share of the capacity that the run had
 */
record Compared(RunResult run, double capacity, double share) {}
