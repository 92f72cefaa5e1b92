package seda.kernel;

/**
 * A stage's figures at one moment. {@code accepted = completed + failed + shed} once nothing is
 * queued or being handled.
 *
 * @param stage the stage's name
 * @param domain the thread domain that runs it
 * @param queueLength events waiting
 * @param accepted events taken since the start
 * @param rejected events turned away since the start
 * @param completed events handled to their end
 * @param failed events on which the handler failed
 * @param shed events accepted and then given up
 */
public record StageSnapshot(
    String stage,
    String domain,
    int queueLength,
    long accepted,
    long rejected,
    long completed,
    long failed,
    long shed) {}
