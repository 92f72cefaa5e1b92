package seda.kernel;

import java.time.Duration;

/**
 * What can be set for a {@link WorkerPool}.
 *
 * @param name threads are named {@code name-0}, {@code name-1}, …
 * @param minThreads never fewer
 * @param maxThreads never more
 * @param order which of several stages is served next
 * @param spin how long a worker with nothing to do looks for work before it parks: a wake-up costs
 *     several microseconds, spinning costs CPU time
 * @param idleTime after which an idle worker counts as not needed, see {@link PoolObservation}
 */
public record WorkerPoolConfig(
    String name,
    int minThreads,
    int maxThreads,
    ServiceOrder order,
    Duration spin,
    Duration idleTime) {

  /** Checks the values. */
  public WorkerPoolConfig {
    if (minThreads < 1) {
      throw new IllegalArgumentException(
          name + ".min-threads = " + minThreads + ", must be at least 1");
    }
    if (maxThreads < minThreads) {
      throw new IllegalArgumentException(
          name + ".max-threads = " + maxThreads + ", must be at least min-threads = " + minThreads);
    }
    if (spin.isNegative()) {
      throw new IllegalArgumentException(name + ".spin = " + spin + ", must not be negative");
    }
    if (idleTime.isNegative() || idleTime.isZero()) {
      throw new IllegalArgumentException(
          name + ".idle-time = " + idleTime + ", must be more than zero");
    }
  }

  /** A pool of a fixed size: FIFO, spins for 5 µs. */
  public static WorkerPoolConfig fixed(String name, int threads) {
    return new WorkerPoolConfig(
        name, threads, threads, ServiceOrder.FIFO, Duration.ofNanos(5_000), Duration.ofSeconds(5));
  }

  /** The same with other bounds. */
  public WorkerPoolConfig withThreads(int min, int max) {
    return new WorkerPoolConfig(name, min, max, order, spin, idleTime);
  }

  /** The same in another order. */
  public WorkerPoolConfig withOrder(ServiceOrder other) {
    return new WorkerPoolConfig(name, minThreads, maxThreads, other, spin, idleTime);
  }

  /** The same with another time of spinning. */
  public WorkerPoolConfig withSpin(Duration time) {
    return new WorkerPoolConfig(name, minThreads, maxThreads, order, time, idleTime);
  }

  /** The same with another idle time. */
  public WorkerPoolConfig withIdleTime(Duration time) {
    return new WorkerPoolConfig(name, minThreads, maxThreads, order, spin, time);
  }
}
