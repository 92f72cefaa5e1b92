package arashi.front;

import java.time.Duration;
import java.util.random.RandomGenerator;
import seda.kernel.EnqueueResult;

/**
 * When those who are turned away should come back: spread by half, so that those who were turned
 * away together don't come back together. Thread-safe.
 */
public final class RetryAfter {
  /** As long as it is not known better. */
  private static final Duration USUAL = Duration.ofSeconds(2);

  private final RandomGenerator random;

  /** Spread by {@code random}, which is used under a lock. */
  public RetryAfter(RandomGenerator random) {
    this.random = random;
  }

  /** After a refusal; one for lateness is spread already. */
  Duration of(EnqueueResult refusal) {
    if (refusal.outcome() == EnqueueResult.Outcome.TOO_LATE) {
      return refusal.retryAfter();
    }
    return spread(refusal.retryAfter().compareTo(USUAL) < 0 ? USUAL : refusal.retryAfter());
  }

  /** After a request was accepted and then given up. */
  public Duration afterShedding() {
    return spread(USUAL);
  }

  /** Between half and one and a half times that long. */
  public synchronized Duration spread(Duration duration) {
    return Duration.ofMillis((long) (duration.toMillis() * (0.5 + random.nextDouble())));
  }
}
