package seda.kernel;

/**
 * What a stage has done since the observation before; for the controllers of its batches.
 *
 * @param nanos the clock's reading
 * @param intervalNanos since the observation before
 * @param events handled
 * @param batches in which they were handled
 * @param busyNanos time in the handler, over all threads
 * @param queued events waiting now
 * @param batchLimit as set now
 */
public record BatchObservation(
    long nanos,
    long intervalNanos,
    long events,
    long batches,
    long busyNanos,
    int queued,
    int batchLimit) {

  /** Events a second. */
  public double rate() {
    return events * 1e9 / intervalNanos;
  }
}
