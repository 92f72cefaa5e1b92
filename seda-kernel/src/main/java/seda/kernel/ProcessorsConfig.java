package seda.kernel;

import java.time.Duration;

/**
 * Configuration of {@link Processors}.
 *
 * @param name name of the domain; threads are named {@code name-0}, {@code name-1}, …
 * @param count number of threads, normally one per core
 * @param inboxCapacity events from other threads that may wait at each processor
 * @param roundsPerPoll rounds through the run queue between two polls for I/O
 * @param timerTick resolution of the timers
 */
public record ProcessorsConfig(
    String name, int count, int inboxCapacity, int roundsPerPoll, Duration timerTick) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public ProcessorsConfig {
    require(name, "count", count);
    require(name, "inbox-capacity", inboxCapacity);
    require(name, "rounds-per-poll", roundsPerPoll);
    if (timerTick.toNanos() < 1) {
      throw new IllegalArgumentException(
          name + ".timer-tick = " + timerTick + ", must be more than zero");
    }
  }

  private static void require(String name, String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + "." + key + " = " + value + ", must be at least 1");
    }
  }

  /** Returns the defaults: one thread per core of this machine. */
  public static ProcessorsConfig named(String name) {
    return new ProcessorsConfig(
        name, Runtime.getRuntime().availableProcessors(), 1 << 14, 16, Duration.ofMillis(10));
  }

  /** Returns a copy with another count. */
  public ProcessorsConfig withCount(int processors) {
    return new ProcessorsConfig(name, processors, inboxCapacity, roundsPerPoll, timerTick);
  }

  /** Returns a copy with another number of rounds per poll. */
  public ProcessorsConfig withRoundsPerPoll(int rounds) {
    return new ProcessorsConfig(name, count, inboxCapacity, rounds, timerTick);
  }
}
