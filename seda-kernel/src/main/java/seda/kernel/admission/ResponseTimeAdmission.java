package seda.kernel.admission;

import java.time.Duration;
import java.util.Arrays;
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
 * a {@link TokenBucket}. It runs after {@code samples} completions or a time-out, whichever is
 * first, on the graph's timers: so it recovers when nothing arrives as well.
 *
 * <p>In force until {@link #close}d.
 */
public final class ResponseTimeAdmission
    implements AdmissionController<Object>, CompletionObserver, AutoCloseable {
  /** Completions after which the controller runs, as in the paper. */
  public static final int PAPER_SAMPLES = 100;

  /** Time after which the controller runs, as in the paper. */
  public static final Duration PAPER_TIMEOUT = Duration.ofSeconds(1);

  private final AimdController controller;
  private final Clock clock;
  private final TokenBucket bucket;
  private final Timers.Handle timer;
  private final long timeoutNanos;

  // guarded by this
  private final long[] samples;
  private int count;
  private long lastRun;

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
    this.clock = clock;
    this.bucket = new TokenBucket(controller.rate(), 1, clock.nanos());
    this.samples = new long[samples];
    this.timeoutNanos = timeout.toNanos();
    this.lastRun = clock.nanos();
    this.timer = timers.every(timeout, this::timedOut);
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

  @Override
  public synchronized void completed(
      ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos) {
    samples[count++] = responseNanos;
    if (count == samples.length) {
      run();
    }
  }

  private synchronized void timedOut() {
    if (clock.nanos() - lastRun >= timeoutNanos) {
      run();
    }
  }

  /** An interval in which nothing completed counts as one in which nothing took any time. */
  private void run() {
    Arrays.sort(samples, 0, count);
    double p90 = count == 0 ? 0 : samples[(int) Math.ceil(0.9 * count) - 1];
    count = 0;
    lastRun = clock.nanos();
    bucket.rate(controller.next(p90), lastRun);
  }

  /** The rate admitted now, in events a second. */
  public double rate() {
    return bucket.rate();
  }

  /** Why it is what it is. */
  public synchronized String reason() {
    return controller.reason();
  }

  /** Stops the timer; the rate stays as it is. */
  @Override
  public void close() {
    timer.cancel();
  }
}
