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
 * a {@link TokenBucket} of depth 1. It runs after {@code samples} completions or a time-out,
 * whichever is first, on the graph's timers: so it recovers when nothing arrives as well.
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
  private final Clock clock;
  private final Timers timers;
  private final TokenBucket bucket;
  private final RateAdmission rate;
  private final long timeoutNanos;
  private volatile boolean waiting;

  // guarded by this
  private final long[] samples;
  private int count;
  private long lastRun;
  private Timers.Handle timer;
  private boolean closed;

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
    this.timers = timers;
    this.bucket = new TokenBucket(controller.rate(), 1, clock.nanos());
    this.rate = new RateAdmission(bucket);
    this.samples = new long[samples];
    this.timeoutNanos = timeout.toNanos();
    this.lastRun = clock.nanos();
    this.timer = timers.after(timeout, this::timedOut);
  }

  @Override
  public EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    if (queue.length() > 0 && !waiting) {
      waiting = true;
    }
    return rate.admit(event, serviceClass, weight, queue);
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
    if (closed) {
      return;
    }
    long now = clock.nanos();
    if (now - lastRun >= timeoutNanos) {
      run();
    }
    timer = timers.after(Duration.ofNanos(lastRun + timeoutNanos - now), this::timedOut);
  }

  /**
   * An interval in which nothing completed counts as one in which nothing took any time, unless
   * events waited: then it says nothing.
   */
  private void run() {
    lastRun = clock.nanos();
    if (count > 0 || !waiting) {
      Arrays.sort(samples, 0, count);
      double p90 = count == 0 ? 0 : samples[(int) Math.ceil(0.9 * count) - 1];
      bucket.rate(controller.next(p90), lastRun);
    }
    count = 0;
    waiting = false;
  }

  /** The rate admitted now, in events a second. */
  public double rate() {
    return bucket.rate();
  }

  /** Why it is what it is. */
  public synchronized String reason() {
    return controller.reason();
  }

  /** Stops the timer. */
  @Override
  public synchronized void close() {
    closed = true;
    timer.cancel();
  }
}
