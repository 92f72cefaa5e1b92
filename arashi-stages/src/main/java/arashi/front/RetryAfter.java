package arashi.front;

import java.time.Duration;
import java.util.random.RandomGenerator;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;

/**
 * {@code Retry-After} of refused requests. It is spread by half, so clients that were refused
 * together do not return together, and each class has a bound on returns in one second, so the
 * service can afford to refuse them again. Thread-safe.
 */
public final class RetryAfter {
  /** As long as it is not known better. */
  private static final Duration USUAL = Duration.ofSeconds(2);

  private final RandomGenerator random;
  private final Appointments[] byRank = new Appointments[ServiceClass.RANKS];

  /**
   * Spread by {@code random}, which is used under a lock.
   *
   * @param perSecond returns of one class in the same second
   */
  public RetryAfter(RandomGenerator random, Clock clock, int perSecond) {
    this.random = random;
    for (int rank = 0; rank < ServiceClass.RANKS; rank++) {
      byRank[rank] = new Appointments(clock, perSecond);
    }
  }

  /** After a request of that class was refused; a refusal for lateness is spread already. */
  Duration of(EnqueueResult refusal, ServiceClass serviceClass) {
    Duration wait = refusal.retryAfter();
    if (refusal.outcome() != EnqueueResult.Outcome.TOO_LATE) {
      wait = spread(wait.compareTo(USUAL) < 0 ? USUAL : wait);
    }
    return byRank[serviceClass.rank()].after(wait);
  }

  /** After a request of that class was accepted and then given up. */
  public Duration afterShedding(ServiceClass serviceClass) {
    return byRank[serviceClass.rank()].after(spread(USUAL));
  }

  /** Between half and one and a half times that long. */
  public synchronized Duration spread(Duration duration) {
    return Duration.ofMillis((long) (duration.toMillis() * (0.5 + random.nextDouble())));
  }
}
