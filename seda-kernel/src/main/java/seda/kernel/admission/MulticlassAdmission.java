package seda.kernel.admission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import seda.kernel.AdmissionController;
import seda.kernel.Clock;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Timers;
import seda.kernel.control.AimdController;
import seda.kernel.control.MulticlassAimdController;

/**
 * Holds a response time for each class [USITS §3.3]. A {@link MulticlassAimdController} sets the
 * rates of the classes' {@link TokenBucket}s. It runs for a class after a number of its
 * completions, or earlier by a time-out. Thread-safe. Active until {@link #close}.
 */
public final class MulticlassAdmission
    implements AdmissionController<Object>, CompletionObserver, AutoCloseable {
  private final MulticlassAimdController controller;
  private final Clock clock;
  private final List<ClassWindow> classes = new ArrayList<>();
  private final Timers.Handle timer;
  private final long timeoutNanos;

  private static final class ClassWindow {
    final TokenBucket bucket;
    final long[] samples;
    int count;
    long lastRun;

    ClassWindow(TokenBucket bucket, int samples, long now) {
      this.bucket = bucket;
      this.samples = new long[samples];
      this.lastRun = now;
    }
  }

  /**
   * Creates a policy for one stage.
   *
   * @param targetNanos targets for the 90th percentile in nanoseconds, the highest class first;
   *     classes beyond the last use the last one
   * @param depth depth of each bucket in events, at least 1
   * @param samples completions of a class after which the controller runs for it
   * @param timeout longest interval between two runs
   */
  public MulticlassAdmission(
      AimdController.Settings settings,
      List<Long> targetNanos,
      int depth,
      int samples,
      Duration timeout,
      Clock clock,
      Timers timers) {
    this.controller = new MulticlassAimdController(settings, targetNanos);
    this.clock = clock;
    this.timeoutNanos = timeout.toNanos();
    long now = clock.nanos();
    for (int rank = 0; rank < targetNanos.size(); rank++) {
      TokenBucket bucket = new TokenBucket(controller.rate(rank), depth, now);
      classes.add(new ClassWindow(bucket, samples, now));
    }
    this.timer = timers.every(timeout, this::timedOut);
  }

  private int index(ServiceClass serviceClass) {
    return Math.min(serviceClass.rank(), classes.size() - 1);
  }

  @Override
  public EnqueueResult admit(
      Object event, ServiceClass serviceClass, int weight, QueueState queue) {
    TokenBucket bucket = classes.get(index(serviceClass)).bucket;
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
    int rank = index(serviceClass);
    ClassWindow window = classes.get(rank);
    window.samples[window.count++] = responseNanos;
    if (window.count == window.samples.length) {
      run(rank);
    }
  }

  private synchronized void timedOut() {
    for (int rank = 0; rank < classes.size(); rank++) {
      if (clock.nanos() - classes.get(rank).lastRun >= timeoutNanos) {
        run(rank);
      }
    }
  }

  private void run(int rank) {
    ClassWindow window = classes.get(rank);
    Arrays.sort(window.samples, 0, window.count);
    double p90 = window.count == 0 ? 0 : window.samples[(int) Math.ceil(0.9 * window.count) - 1];
    window.count = 0;
    window.lastRun = clock.nanos();
    controller.next(rank, p90);
    for (int other = rank;
        other < classes.size();
        other++) { // the controller may have cut lower classes too
      classes.get(other).bucket.rate(controller.rate(other), window.lastRun);
    }
  }

  /** Returns the admitted rate of a class in events per second. */
  public double rate(int rank) {
    return classes.get(Math.min(rank, classes.size() - 1)).bucket.rate();
  }

  @Override
  public synchronized String reason(int rank) {
    return controller.reason(Math.min(rank, classes.size() - 1));
  }

  /** Stops the timer; the rates stay as they are. */
  @Override
  public void close() {
    timer.cancel();
  }
}
