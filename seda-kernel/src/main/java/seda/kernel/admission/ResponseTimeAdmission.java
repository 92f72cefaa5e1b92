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
 * Holds a response time [USITS §3.2]. An {@link AimdController} sets the rate of a {@link
 * TokenBucket} after a number of completions or a time-out.
 *
 * <p>Thread-safe. The rate is controlled until {@link #close}.
 */
public final class ResponseTimeAdmission
    implements AdmissionController<Object>, CompletionObserver, AutoCloseable {
  /** The paper's number of completions between two runs of the controller. */
  public static final int PAPER_SAMPLES = 100;

  /** The paper's longest interval between two runs of the controller. */
  public static final Duration PAPER_TIMEOUT = Duration.ofSeconds(1);

  private final AimdController controller;
  private final TokenBucket bucket;
  private final RateAdmission rate;
  private final ControlIntervals intervals;

  /**
   * Creates a policy for one stage.
   *
   * @param controller controller, not shared
   * @param depth depth of the bucket in events, at least 1; the paper does not give it. With 1, the
   *     second of two simultaneous events is refused at any load.
   * @param samples completions after which it runs
   * @param timeout longest interval between two runs
   */
  public ResponseTimeAdmission(
      AimdController controller,
      int depth,
      int samples,
      Duration timeout,
      Clock clock,
      Timers timers) {
    this.controller = controller;
    this.bucket = new TokenBucket(controller.rate(), depth, clock.nanos());
    this.rate = new RateAdmission(bucket);
    this.intervals =
        new ControlIntervals(Statistic.P90, samples, timeout, clock, timers, this::control);
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

  /** Returns the admitted rate in events per second. */
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
