package benchmarks.users;

import java.time.Duration;

/**
 * The users' behaviour.
 *
 * <p>In a <i>closed loop</i> each user thinks, acts and waits for the answer, so a slow server
 * receives fewer requests. In an <i>open loop</i> actions arrive at a rate whatever the server
 * does.
 *
 * @param think pause before each action of a closed loop, and before a user undoes a move
 * @param rate of an open loop, in actions a second of all users together; 0 for a closed loop
 * @param retry what users do after a refusal
 * @param logins share of the actions, from 0 to 1, before which the user signs in anew by the form
 */
public record Habits(Duration think, double rate, Retry retry, double logins) {
  private static final Duration THINK = Duration.ofMillis(20);
  private static final Duration FIXED_WAIT = Duration.ofSeconds(5);

  /** The shortest time in which a person presses the reload key again. */
  private static final Duration RELOAD_WAIT = Duration.ofMillis(50);

  /** What a user does after a refusal. */
  public enum Retry {
    /**
     * Returns when {@code Retry-After} says so, at a random time in the second by which the server
     * rounds up; after 5 s without that field.
     */
    OBEDIENT,
    /** Returns after 5 s, as in the papers. */
    FIXED,
    /**
     * Sends the same request again 50 ms later. In an open loop the user is ready at once for
     * another arrival: the arrivals stand for its impatience.
     */
    AT_ONCE
  }

  /** A closed loop with the papers' 20 ms of thought; users heed {@code Retry-After}. */
  public static Habits closed() {
    return new Habits(THINK, 0, Retry.OBEDIENT, 0);
  }

  /** An open loop; a refused user is ready at once. */
  public static Habits open(double perSecond) {
    return new Habits(THINK, perSecond, Retry.AT_ONCE, 0);
  }

  /** The same habits with another pause. */
  public Habits thinking(Duration pause) {
    return new Habits(pause, rate, retry, logins);
  }

  /** The same habits after another kind of refusal. */
  public Habits retrying(Retry other) {
    return new Habits(think, rate, other, logins);
  }

  /** The same habits with a share of new logins. */
  public Habits withLogins(double share) {
    return new Habits(think, rate, retry, share);
  }

  /** True if actions arrive at a rate. */
  public boolean isOpen() {
    return rate > 0;
  }

  /** The wait after a request without an answer. It is never zero: the server may be gone. */
  Duration afterFailure() {
    return retry == Retry.AT_ONCE ? RELOAD_WAIT : FIXED_WAIT;
  }

  /**
   * The wait after a refusal.
   *
   * @param retryAfter whole seconds, or null
   * @param random from 0 to 1
   */
  Duration away(String retryAfter, double random) {
    if (retry == Retry.AT_ONCE) {
      return isOpen() ? Duration.ZERO : RELOAD_WAIT;
    }
    return retry == Retry.FIXED || retryAfter == null
        ? FIXED_WAIT
        : Duration.ofMillis((long) (1e3 * Math.max(0, Integer.parseInt(retryAfter) - random)));
  }
}
