package arashi.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Retry schedule (RFC 5321, 4.5.4.1): after the n-th attempt, a pause of {@code min(first ×
 * 2^(n-1), longest)}; after {@code giveUp}, no further attempt. Pure.
 *
 * <p>Age alone does not end the attempts: a wall clock that is set ahead makes each mail old at
 * once, and a service that was down has not tried. So the pauses behind the attempts made must also
 * add up to half of {@code giveUp}. Where attempts are made in time, they always do.
 */
record RetryTimes(Duration first, Duration longest, Duration giveUp) {

  private static final int MOST_DOUBLINGS = 20;

  /**
   * Returns the time of the next attempt.
   *
   * @param attempts number of attempts made, from 1
   * @param dueSince time when the first was due
   * @return empty if there is no further attempt
   */
  Optional<Instant> next(int attempts, Instant dueSince, Instant now) {
    Instant last = dueSince.plus(giveUp);
    boolean isOld = !now.isBefore(last);
    if (isOld && pausesBefore(attempts) >= giveUp.toMillis() / 2) {
      return Optional.empty();
    }
    Instant next = now.plusMillis(pauseAfter(attempts));
    return Optional.of(!isOld && next.isAfter(last) ? last : next);
  }

  private long pauseAfter(int attempt) {
    int doublings = Math.min(MOST_DOUBLINGS, Math.max(0, attempt - 1));
    return Math.max(1, Math.min(longest.toMillis(), first.toMillis() << doublings));
  }

  private long pausesBefore(int attempt) {
    long sum = 0;
    for (int i = 1; i < attempt && sum < giveUp.toMillis(); i++) {
      sum += pauseAfter(i);
    }
    return sum;
  }
}
