package seda.kernel;

/**
 * What a stage has before it now.
 *
 * @param waiting events in its queue
 * @param serviceNanos what each takes, estimated; 0 where it is not measured, as on processors
 * @param threads that serve it
 */
public record StageLoad(int waiting, double serviceNanos, int threads) {}
