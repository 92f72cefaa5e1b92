package seda.kernel;

/**
 * What a stage and its threads have before them now.
 *
 * @param waiting events in its queue
 * @param workNanos what all that waits for its threads takes, in this stage and in others that they
 *     serve, estimated; 0 where it is not measured
 * @param threads that serve it
 */
public record StageLoad(int waiting, double workNanos, int threads) {}
