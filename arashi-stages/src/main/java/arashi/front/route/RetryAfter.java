package arashi.front.route;

import arashi.front.turn.Appointments;
import java.time.Duration;
import java.util.random.RandomGenerator;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;

/**
 * {@code Retry-After} of refused requests. Jitter of one half keeps clients that were refused
 * together from returning together. A bound on the returns per class and second keeps repeated
 * refusals affordable. Users who are out of turn return when their turn begins: turns begin evenly
 * over the period, so they need neither. Thread-safe.
 */
public final class RetryAfter {
  /** Base wait without a better estimate. */
  private static final Duration USUAL = Duration.ofSeconds(2);

  private final RandomGenerator random;
  private final Appointments[] byRank = new Appointments[ServiceClass.RANKS];

  /**
   * Waits with jitter from {@code random}, which is used under a lock.
   *
   * @param perSecond returns of one class in one second
   */
  public RetryAfter(RandomGenerator random, Clock clock, int perSecond) {
    this.random = random;
    for (int rank = 0; rank < ServiceClass.RANKS; rank++) {
      byRank[rank] = new Appointments(clock, perSecond);
    }
  }

  /** Returns the wait after a refusal; a refusal for lateness has jitter already. */
  Duration of(EnqueueResult refusal, ServiceClass serviceClass) {
    Duration wait = refusal.retryAfter();
    if (refusal.outcome() == EnqueueResult.Outcome.OUT_OF_TURN) {
      return wait;
    }
    if (refusal.outcome() != EnqueueResult.Outcome.TOO_LATE) {
      wait = spread(wait.compareTo(USUAL) < 0 ? USUAL : wait);
    }
    return byRank[serviceClass.rank()].after(wait);
  }

  /** Returns the wait after an accepted request was shed. */
  public Duration afterShedding(ServiceClass serviceClass) {
    return byRank[serviceClass.rank()].after(spread(USUAL));
  }

  /** Returns a random duration between half and one and a half times {@code duration}. */
  public synchronized Duration spread(Duration duration) {
    return Duration.ofMillis((long) (duration.toMillis() * (0.5 + random.nextDouble())));
  }
}
