package seda.kernel.admission;

import java.time.Duration;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/** Takes events, by their credits, as fast as a {@link TokenBucket} fills. */
public final class RateAdmission implements AdmissionController<Object> {
  private final TokenBucket bucket;

  /** Admits what the bucket has tokens for. */
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
