package seda.kernel;

/**
 * A worker pool's work since the previous observation, for pool-size controllers.
 *
 * @param nanos clock reading
 * @param intervalNanos nanoseconds since the previous observation
 * @param threads size in force; workers that leave after their batch do not count
 * @param queued events waiting now, over all stages of the pool
 * @param completed events handled in the interval
 * @param meanBusy mean number of workers in a handler over the interval (Little's law: rate times
 *     service time)
 * @param idleLong workers idle for at least the pool's idle time
 */
public record PoolObservation(
    long nanos,
    long intervalNanos,
    int threads,
    int queued,
    long completed,
    double meanBusy,
    int idleLong) {}
