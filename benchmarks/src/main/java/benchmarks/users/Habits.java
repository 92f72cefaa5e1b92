package benchmarks.users;

import java.time.Duration;

/**
 * How users behave.
 *
 * @param think pause before each action of a closed loop
 * @param retry wait after a refusal, before it begins anew
 * @param asTold whether it waits as long as the refusal says instead, as the busy page does, if
 *     that says anything
 * @param rate actions a second of all users together, of an open loop; 0 for a closed loop
 */
public record Habits(Duration think, Duration retry, boolean asTold, double rate) {
  /** As in the papers, closed with 20 ms and 5 s; but they come back when they are told to. */
  public static final Habits PAPER =
      new Habits(Duration.ofMillis(20), Duration.ofSeconds(5), true, 0);

  /** The same with arrivals at a rate. */
  public Habits atRate(double perSecond) {
    return new Habits(think, retry, asTold, perSecond);
  }

  /**
   * How long a user stays away that was refused.
   *
   * @param retryAfter what it was told, in whole seconds; null if nothing
   * @param random from 0 to 1: seconds are rounded up, and nobody is as exact as that
   */
  Duration away(String retryAfter, double random) {
    return asTold && retryAfter != null
        ? Duration.ofMillis((long) (1e3 * (Integer.parseInt(retryAfter) - random)))
        : retry;
  }
}
