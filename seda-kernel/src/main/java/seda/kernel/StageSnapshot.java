package seda.kernel;

import java.util.List;
import java.util.Map;

/**
 * Figures of a stage at one moment. {@code accepted = completed + failed + shed} once no event is
 * queued or in a handler. Counts are since the start.
 *
 * @param stage name of the stage
 * @param domain thread domain that runs it
 * @param queue its queue
 * @param batchLimit batch limit in force
 * @param accepted accepted events
 * @param completed completed events
 * @param failed events on which the handler failed
 * @param shed events accepted and then shed
 * @param handler its handler
 * @param recent times of the events of all classes that completed in the last full window
 * @param classes figures by service class, highest first; only classes with events
 * @param sources accepted events by sending stage; {@code ""} for outside
 */
public record StageSnapshot(
    String stage,
    String domain,
    QueueSnapshot queue,
    int batchLimit,
    long accepted,
    long completed,
    long failed,
    long shed,
    HandlerSnapshot handler,
    ClassSnapshot.Times recent,
    List<ClassSnapshot> classes,
    Map<String, Long> sources) {

  /**
   * Figures of the queue.
   *
   * @param length waiting events
   * @param credits weight of the waiting events and reservations
   * @param capacity capacity in credits; on processors, of each processor's queue
   */
  public record QueueSnapshot(int length, int credits, int capacity) {}

  /**
   * Figures of the handler, since the start.
   *
   * @param batches its calls
   * @param busyNanos time in it, summed over all threads
   * @param cpuNanos CPU time in it, estimated from a sample of the batches
   */
  public record HandlerSnapshot(long batches, long busyNanos, long cpuNanos) {}

  /** Returns the refused events since the start. */
  public long rejected() {
    return classes.stream().mapToLong(ClassSnapshot::rejected).sum();
  }

  /** Returns the mean batch size in events; 0 before the first batch. */
  public double meanBatch() {
    return handler.batches == 0 ? 0 : (double) (completed + failed + shed) / handler.batches;
  }
}
