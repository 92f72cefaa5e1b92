package seda.kernel.admission;

import java.time.Duration;
import java.util.random.RandomGenerator;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/**
 * Random early detection: refuses some events before the queue is full, and more as it grows. With
 * avg the moving average of the queue's credits:
 *
 * <pre>
 *   avg ≤ min          no event is refused
 *   min &lt; avg &lt; max    an event is refused with p = p_b / (1 − count · p_b),  p_b = p_max (avg − min) / (max − min)
 *   avg ≥ max          all events are refused
 * </pre>
 *
 * <p>Here count is the number of events accepted since the last refusal. So the distance between
 * two refusals is uniformly distributed over 1 … 1 / p_b events. While the queue is empty, the
 * average decays as if one event arrived per service time. S. Floyd, V. Jacobson: <i>Random Early
 * Detection Gateways for Congestion Avoidance</i>, 1993. Thread-safe.
 */
public final class RedAdmission implements AdmissionController<Object>, CompletionObserver {
  private static final double SERVICE_SMOOTHING = 0.1;

  private final Settings settings;
  private final RandomGenerator random;
  private final EnqueueResult refusal;
  private double average;
  private double serviceNanos;
  private long cameBefore;
  private int creditsBefore;
  private int count;

  /**
   * Parameters.
   *
   * @param min average up to which no event is refused
   * @param max average from which all events are refused
   * @param maxProbability probability of a refusal just under {@code max}
   * @param weight weight of the current queue in the average, from 0 to 1
   */
  public record Settings(double min, double max, double maxProbability, double weight) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the values and the allowed ranges
     */
    public Settings {
      if (!(min >= 0 && max > min)
          || !(maxProbability > 0 && maxProbability <= 1)
          || !(weight > 0 && weight <= 1)) {
        throw new IllegalArgumentException(
            "red needs 0 ≤ min < max, and probability and weight from 0 to 1: min = "
                + min
                + ", max = "
                + max
                + ", max-probability = "
                + maxProbability
                + ", weight = "
                + weight);
      }
    }
  }

  /**
   * Creates a policy for one queue.
   *
   * @param random chooses the events to refuse; used under this policy's lock
   * @param retryAfter delay reported to refused callers
   */
  public RedAdmission(Settings settings, RandomGenerator random, Duration retryAfter) {
    this.settings = settings;
    this.random = random;
    this.refusal = new EnqueueResult(EnqueueResult.Outcome.EARLY, retryAfter);
  }

  @Override
  public synchronized EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    follow(queue);
    if (average <= settings.min()) {
      count = 0;
      return EnqueueResult.ACCEPTED;
    }
    if (average >= settings.max() || random.nextDouble() < probability()) {
      count = 0;
      return refusal;
    }
    count++;
    return EnqueueResult.ACCEPTED;
  }

  private void follow(QueueState queue) {
    int credits = queue.credits();
    long now = queue.nanos();
    if (credits == 0 && serviceNanos > 0) {
      double idle = (now - cameBefore) / serviceNanos - creditsBefore;
      average *= Math.pow(1 - settings.weight(), Math.max(0, idle));
    }
    average += settings.weight() * (credits - average);
    cameBefore = now;
    creditsBefore = credits;
  }

  /** Records the service time. */
  @Override
  public synchronized void completed(
      ServiceClass serviceClass, long waitingNanos, long service, long responseNanos) {
    serviceNanos =
        serviceNanos == 0 ? service : serviceNanos + SERVICE_SMOOTHING * (service - serviceNanos);
  }

  private double probability() {
    double base =
        settings.maxProbability() * (average - settings.min()) / (settings.max() - settings.min());
    double left = 1 - count * base;
    return left <= 0 ? 1 : base / left;
  }
}
