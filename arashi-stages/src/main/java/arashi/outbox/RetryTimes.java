package arashi.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Retry schedule (RFC 5321, 4.5.4.1): after the n-th attempt, a pause of {@code min(first ×
 * 2^(n-1), longest)}; after {@code giveUp}, no further attempt. Pure.
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
    if (!now.isBefore(last)) {
      return Optional.empty();
    }
    int doublings = Math.min(MOST_DOUBLINGS, Math.max(0, attempts - 1));
    long millis = Math.min(longest.toMillis(), first.toMillis() << doublings);
    Instant next = now.plusMillis(Math.max(1, millis));
    return Optional.of(next.isAfter(last) ? last : next);
  }
}
