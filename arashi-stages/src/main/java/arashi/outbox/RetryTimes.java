package arashi.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When a mail that could not be handed over is tried again (RFC 5321, 4.5.4.1): after the n-th
 * attempt {@code min(first × 2^(n-1), longest)} passes, and after {@code giveUp} no attempt begins.
 * Pure.
 */
record RetryTimes(Duration first, Duration longest, Duration giveUp) {

  private static final int MOST_DOUBLINGS = 20;

  /**
   * The time of the next attempt.
   *
   * @param attempts that were made, from 1
   * @param dueSince when the first was due
   * @return empty if there is none any more
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
