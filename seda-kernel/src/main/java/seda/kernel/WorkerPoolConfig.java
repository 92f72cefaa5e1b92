package seda.kernel;

import java.time.Duration;

/**
 * Configuration of a {@link WorkerPool}.
 *
 * @param name name of the domain; threads are named {@code name-0}, {@code name-1}, …
 * @param minThreads lower bound of the threads
 * @param maxThreads upper bound of the threads
 * @param order order in which several stages are served
 * @param spin time that an idle worker looks for work before it parks: a wake-up costs several
 *     microseconds, spinning costs CPU time
 * @param idleTime time after which an idle worker counts as surplus, see {@link PoolObservation}
 */
public record WorkerPoolConfig(
    String name,
    int minThreads,
    int maxThreads,
    ServiceOrder order,
    Duration spin,
    Duration idleTime) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
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

  /** Returns a pool of fixed size: FIFO, 5 µs of spinning. */
  public static WorkerPoolConfig fixed(String name, int threads) {
    return new WorkerPoolConfig(
        name, threads, threads, ServiceOrder.FIFO, Duration.ofNanos(5_000), Duration.ofSeconds(5));
  }

  /** Returns a copy with other bounds. */
  public WorkerPoolConfig withThreads(int min, int max) {
    return new WorkerPoolConfig(name, min, max, order, spin, idleTime);
  }

  /** Returns a copy with another order. */
  public WorkerPoolConfig withOrder(ServiceOrder other) {
    return new WorkerPoolConfig(name, minThreads, maxThreads, other, spin, idleTime);
  }

  /** Returns a copy with another spin time. */
  public WorkerPoolConfig withSpin(Duration time) {
    return new WorkerPoolConfig(name, minThreads, maxThreads, order, time, idleTime);
  }

  /** Returns a copy with another idle time. */
  public WorkerPoolConfig withIdleTime(Duration time) {
    return new WorkerPoolConfig(name, minThreads, maxThreads, order, spin, time);
  }
}
