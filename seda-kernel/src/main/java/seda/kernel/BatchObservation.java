package seda.kernel;

/**
 * A stage's work since the previous observation, for batch controllers.
 *
 * @param nanos clock reading
 * @param intervalNanos nanoseconds since the previous observation
 * @param events handled events
 * @param batches batches of the handled events
 * @param busyNanos time in the handler, summed over all threads
 * @param queued events waiting now
 * @param batchLimit batch limit in force now
 */
public record BatchObservation(
    long nanos,
    long intervalNanos,
    long events,
    long batches,
    long busyNanos,
    int queued,
    int batchLimit) {

  /** Returns the handled events per second. */
  public double rate() {
    return events * 1e9 / intervalNanos;
  }
}
