package seda.kernel;

import java.time.Duration;

/**
 * What can be set for {@link Processors}.
 *
 * @param name threads are named {@code name-0}, {@code name-1}, …
 * @param count threads; one per core is meant
 * @param inboxCapacity events from other threads that may wait at each processor
 * @param roundsPerPoll how often the run queue may be gone through before I/O is polled again
 * @param timerTick resolution of the timers
 */
public record ProcessorsConfig(
    String name, int count, int inboxCapacity, int roundsPerPoll, Duration timerTick) {

  /** Checks the values. */
  public ProcessorsConfig {
    require(name, "count", count);
    require(name, "inbox-capacity", inboxCapacity);
    require(name, "rounds-per-poll", roundsPerPoll);
    if (timerTick.toNanos() < 1) {
      throw new IllegalArgumentException(name + ".timer-tick = " + timerTick);
    }
  }

  private static void require(String name, String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + "." + key + " = " + value + ", must be at least 1");
    }
  }

  /** One thread per core of this machine. */
  public static ProcessorsConfig named(String name) {
    return new ProcessorsConfig(
        name, Runtime.getRuntime().availableProcessors(), 1 << 14, 16, Duration.ofMillis(10));
  }

  /** The same with another count. */
  public ProcessorsConfig withCount(int processors) {
    return new ProcessorsConfig(name, processors, inboxCapacity, roundsPerPoll, timerTick);
  }

  /** The same with another number of rounds between two polls. */
  public ProcessorsConfig withRoundsPerPoll(int rounds) {
    return new ProcessorsConfig(name, count, inboxCapacity, rounds, timerTick);
  }
}
