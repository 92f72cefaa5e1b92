package seda.kernel.admission;

import java.time.Duration;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/**
 * Admits events at the rate of a {@link TokenBucket}; an event takes a token per credit.
 * Thread-safe.
 */
public final class RateAdmission implements AdmissionController<Object> {
  private final TokenBucket bucket;

  /** Creates a policy on a bucket. */
  public RateAdmission(TokenBucket bucket) {
    this.bucket = bucket;
  }

  @Override
  public EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    long now = queue.nanos();
    if (bucket.take(weight, now)) {
      return EnqueueResult.ACCEPTED;
    }
    return new EnqueueResult(
        EnqueueResult.Outcome.OVER_RATE, Duration.ofNanos(bucket.nanosUntilToken(now)));
  }
}
