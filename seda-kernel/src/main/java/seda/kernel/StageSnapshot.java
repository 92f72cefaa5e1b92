package seda.kernel;

import java.util.List;
import java.util.Map;

/**
 * A stage's figures at one moment. {@code accepted = completed + failed + shed} once nothing is
 * queued or being handled.
 *
 * @param stage the stage's name
 * @param domain the thread domain that runs it
 * @param queueLength events waiting
 * @param queueCredits their weights, with what is reserved
 * @param queueCapacity most credits that may wait; on processors, on each of them
 * @param batchLimit most events of a batch, as set now
 * @param accepted events taken since the start
 * @param completed events handled to their end
 * @param failed events on which the handler failed
 * @param shed events accepted and then given up
 * @param batches calls of the handler
 * @param busyNanos time in the handler, over all threads
 * @param cpuNanos CPU time in the handler, estimated from a sample of the batches
 * @param recent times of the events of all classes that completed in the last complete window
 * @param classes by service class, highest first; only those that were seen
 * @param sources events that entered, by the stage that sent them; {@code ""} for outside
 */
public record StageSnapshot(
    String stage,
    String domain,
    int queueLength,
    int queueCredits,
    int queueCapacity,
    int batchLimit,
    long accepted,
    long completed,
    long failed,
    long shed,
    long batches,
    long busyNanos,
    long cpuNanos,
    ClassSnapshot.Times recent,
    List<ClassSnapshot> classes,
    Map<String, Long> sources) {

  /** Events turned away since the start. */
  public long rejected() {
    return classes.stream().mapToLong(ClassSnapshot::rejected).sum();
  }

  /** Events of a batch, on average; 0 before the first. */
  public double meanBatch() {
    return batches == 0 ? 0 : (double) (completed + failed + shed) / batches;
  }
}
