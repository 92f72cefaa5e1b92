package seda.kernel.admission;

import java.time.Duration;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/** Admits an event if the waiting credits, with its own, do not exceed a threshold. Thread-safe. */
public final class ThresholdAdmission implements AdmissionController<Object> {
  private final int credits;
  private final EnqueueResult refusal;

  /**
   * Creates a policy with a threshold.
   *
   * @param credits largest number of waiting credits, at least 1
   * @param retryAfter delay reported to refused callers
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
