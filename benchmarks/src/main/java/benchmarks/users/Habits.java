package benchmarks.users;

import java.time.Duration;

/**
 * The users' behaviour.
 *
 * @param think pause before each action of a closed loop
 * @param retry wait after a refusal without {@code Retry-After}
 * @param rate of an open loop, in actions a second of all users together; 0 for a closed loop
 */
public record Habits(Duration think, Duration retry, double rate) {
  /** As in the papers, closed with 20 ms and 5 s, but users heed {@code Retry-After}. */
  public static final Habits PAPER = new Habits(Duration.ofMillis(20), Duration.ofSeconds(5), 0);

  /** The same with arrivals at a rate. */
  public Habits atRate(double perSecond) {
    return new Habits(think, retry, perSecond);
  }

  /**
   * The wait after a refusal.
   *
   * @param retryAfter whole seconds, or null
   * @param random from 0 to 1: users spread over the second by which the server rounds up
   */
  Duration away(String retryAfter, double random) {
    return retryAfter == null
        ? retry
        : Duration.ofMillis((long) (1e3 * (Integer.parseInt(retryAfter) - random)));
  }
}
