package seda.kernel.admission;

import java.time.Duration;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/** Takes events while the credits that wait, theirs included, are within a threshold. */
public final class ThresholdAdmission implements AdmissionController<Object> {
  private final int credits;
  private final EnqueueResult refusal;

  /**
   * A threshold.
   *
   * @param credits that may wait, at least 1
   * @param retryAfter what a refused caller is told
   */
  public ThresholdAdmission(int credits, Duration retryAfter) {
    if (credits < 1) {
      throw new IllegalArgumentException("threshold = " + credits + ", must be at least 1");
    }
    this.credits = credits;
    this.refusal = new EnqueueResult(EnqueueResult.Outcome.OVER_THRESHOLD, retryAfter);
  }

  @Override
  public EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    return queue.credits() + weight <= credits ? EnqueueResult.ACCEPTED : refusal;
  }
}
