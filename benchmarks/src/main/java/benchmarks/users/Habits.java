package benchmarks.users;

import java.time.Duration;

/**
 * How users behave.
 *
 * @param think pause before each action of a closed loop
 * @param retry wait after a refusal, before it begins anew
 * @param rate actions a second of all users together, of an open loop; 0 for a closed loop
 */
public record Habits(Duration think, Duration retry, double rate) {
  /** As in the papers: 20 ms, 5 s, closed. */
  public static final Habits PAPER = new Habits(Duration.ofMillis(20), Duration.ofSeconds(5), 0);

  /** The same with arrivals at a rate. */
  public Habits atRate(double perSecond) {
    return new Habits(think, retry, perSecond);
  }
}
