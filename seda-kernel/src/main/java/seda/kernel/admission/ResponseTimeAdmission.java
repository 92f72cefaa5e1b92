package seda.kernel.admission;

import java.time.Duration;
import seda.kernel.AdmissionController;
import seda.kernel.Clock;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Timers;
import seda.kernel.control.AimdController;

/**
 * Holds a response time as the paper does [USITS §3.2]: an {@link AimdController} sets the rate of
 * a {@link TokenBucket} of depth 1, after so many completions or a time-out.
 *
 * <p>The rate is controlled until {@link #close}.
 */
public final class ResponseTimeAdmission
    implements AdmissionController<Object>, CompletionObserver, AutoCloseable {
  /** Completions after which the controller runs, as in the paper. */
  public static final int PAPER_SAMPLES = 100;

  /** Time after which the controller runs, as in the paper. */
  public static final Duration PAPER_TIMEOUT = Duration.ofSeconds(1);

  private final AimdController controller;
  private final TokenBucket bucket;
  private final RateAdmission rate;
  private final ControlIntervals intervals;

  /**
   * A policy for one stage.
   *
   * @param controller for this stage alone
   * @param samples completions after which it runs
   * @param timeout after which it runs if there were fewer
   */
  public ResponseTimeAdmission(
      AimdController controller, int samples, Duration timeout, Clock clock, Timers timers) {
    this.controller = controller;
    this.bucket = new TokenBucket(controller.rate(), 1, clock.nanos());
    this.rate = new RateAdmission(bucket);
    this.intervals = new ControlIntervals(samples, timeout, clock, timers, this::control);
  }

  @Override
  public EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    intervals.arrived(queue);
    return rate.admit(event, serviceClass, weight, queue);
  }

  @Override
  public void completed(
      ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos) {
    intervals.completed(responseNanos);
  }

  private synchronized void control(double p90Nanos, long now) {
    bucket.rate(controller.next(p90Nanos), now);
  }

  /** The rate admitted now, in events a second. */
  public double rate() {
    return bucket.rate();
  }

  @Override
  public synchronized String reason(int rank) {
    return controller.reason();
  }

  /** Stops the timer; the rate stays as it is. */
  @Override
  public void close() {
    intervals.close();
  }
}
