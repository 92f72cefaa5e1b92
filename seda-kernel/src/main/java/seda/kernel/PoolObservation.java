package seda.kernel;

/**
 * What a worker pool has done since the observation before; for the controllers of its size.
 *
 * @param nanos the clock's reading
 * @param intervalNanos since the observation before
 * @param threads as set now; workers that leave after their batch are not counted
 * @param queued events waiting now, over all stages of the pool
 * @param completed events handled in the interval
 * @param meanBusy workers in a handler, on average over the interval (Little's law: rate times
 *     service time)
 * @param idleLong workers that have been idle for the pool's idle time
 */
public record PoolObservation(
    long nanos,
    long intervalNanos,
    int threads,
    int queued,
    long completed,
    double meanBusy,
    int idleLong) {}
