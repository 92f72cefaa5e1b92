package seda.kernel;

import java.util.List;
import java.util.Map;

/**
 * Figures of a stage at one moment. {@code accepted = completed + failed + shed} once no event is
 * queued or in a handler. Counts are since the start.
 *
 * @param stage name of the stage
 * @param domain thread domain that runs it
 * @param queueLength waiting events
 * @param queueCredits weight of the waiting events and reservations
 * @param queueCapacity capacity in credits; on processors, of each processor's queue
 * @param batchLimit batch limit in force
 * @param accepted accepted events
 * @param completed completed events
 * @param failed events on which the handler failed
 * @param shed events accepted and then shed
 * @param batches calls of the handler
 * @param busyNanos time in the handler, summed over all threads
 * @param cpuNanos CPU time in the handler, estimated from a sample of the batches
 * @param recent times of the events of all classes that completed in the last full window
 * @param classes figures by service class, highest first; only classes with events
 * @param sources accepted events by sending stage; {@code ""} for outside
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

  /** Returns the refused events since the start. */
  public long rejected() {
    return classes.stream().mapToLong(ClassSnapshot::rejected).sum();
  }

  /** Returns the mean batch size in events; 0 before the first batch. */
  public double meanBatch() {
    return batches == 0 ? 0 : (double) (completed + failed + shed) / batches;
  }
}
