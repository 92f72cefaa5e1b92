package seda.kernel.admission;

import java.time.Duration;
import seda.kernel.AdmissionController;
import seda.kernel.Clock;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Timers;
import seda.kernel.control.QueueThresholdController;

/**
 * Holds a response time by a limit on the queue [SOSP §5.1.4]. A {@link QueueThresholdController}
 * sets the threshold after a number of completions or a time-out. Only credits that would be served
 * before the event count against it: its own class and higher ones. With one instance per class,
 * see {@link ClassAdmission}, lower classes take no room from higher ones.
 *
 * <p>Thread-safe. The threshold is controlled until {@link #close}.
 */
public final class QueueThresholdAdmission
    implements AdmissionController<Object>, CompletionObserver, AutoCloseable {
  private final QueueThresholdController controller;
  private final ControlIntervals intervals;
  private final EnqueueResult refusal;
  private volatile double threshold;

  /**
   * Creates a policy for one stage, or one class of it.
   *
   * @param controller controller, not shared
   * @param statistic what the controller observes; the paper has the average
   * @param samples completions after which it runs
   * @param timeout longest interval between two runs
   * @param retryAfter delay reported to refused callers
   */
  public QueueThresholdAdmission(
      QueueThresholdController controller,
      Statistic statistic,
      int samples,
      Duration timeout,
      Duration retryAfter,
      Clock clock,
      Timers timers) {
    this.controller = controller;
    this.threshold = controller.threshold();
    this.refusal = new EnqueueResult(EnqueueResult.Outcome.OVER_THRESHOLD, retryAfter);
    this.intervals =
        new ControlIntervals(statistic, samples, timeout, clock, timers, this::control);
  }

  @Override
  public EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    intervals.arrived(queue);
    return judge(serviceClass, weight, queue);
  }

  @Override
  public EnqueueResult probe(ServiceClass serviceClass, QueueState queue) {
    return judge(serviceClass, 1, queue);
  }

  private EnqueueResult judge(ServiceClass serviceClass, int weight, QueueState queue) {
    int behind =
        queue.creditsAhead(ServiceClass.RANKS - 1) - queue.creditsAhead(serviceClass.rank());
    return queue.credits() - behind + weight <= threshold ? EnqueueResult.ACCEPTED : refusal;
  }

  @Override
  public void completed(
      ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos) {
    intervals.completed(responseNanos);
  }

  private synchronized void control(double nanos, long now) {
    threshold = controller.next(nanos);
  }

  /** Returns the threshold in credits. */
  public double threshold() {
    return threshold;
  }

  @Override
  public synchronized String reason(int rank) {
    return controller.reason();
  }

  /** Stops the timer; the threshold stays as it is. */
  @Override
  public void close() {
    intervals.close();
  }
}
