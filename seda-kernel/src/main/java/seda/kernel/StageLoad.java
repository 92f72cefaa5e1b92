package seda.kernel;

/**
 * Load of a stage and its threads.
 *
 * @param waiting events in the stage's queue
 * @param workNanos estimated thread-time of all work that waits for the stage's threads, with other
 *     stages'; 0 if not measured
 * @param threads threads that serve the stage
 */
public record StageLoad(int waiting, double workNanos, int threads) {}
