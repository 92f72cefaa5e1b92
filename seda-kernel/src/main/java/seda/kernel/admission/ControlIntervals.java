package seda.kernel.admission;

import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.QueueState;
import seda.kernel.Timers;

/**
 * Runs a controller of the papers after each interval [USITS §3.2]. An interval ends after a number
 * of completions, or earlier by a time-out. The time-out uses the graph's timers, so the controller
 * also recovers without arrivals.
 *
 * <p>An interval without completions counts as a response time of zero, unless events waited; then
 * the controller does not run. Thread-safe.
 */
final class ControlIntervals implements AutoCloseable {
  private final Clock clock;
  private final Timers timers;
  private final long timeoutNanos;
  private final Statistic statistic;
  private final Controlled controlled;
  private volatile boolean waiting;

  // guarded by this
  private final long[] samples;
  private int count;
  private long lastRun;
  private Timers.Handle timer;
  private boolean closed;

  /** A controller that runs at the end of an interval. */
  @FunctionalInterface
  interface Controlled {
    /**
     * Called at the end of an interval; the next one begins afterwards.
     *
     * @param nanos statistic of the interval's response times; 0 without completions
     * @param now clock reading in nanoseconds
     */
    void control(double nanos, long now);
  }

  ControlIntervals(
      Statistic statistic,
      int samples,
      Duration timeout,
      Clock clock,
      Timers timers,
      Controlled controlled) {
    this.statistic = statistic;
    this.samples = new long[samples];
    this.timeoutNanos = timeout.toNanos();
    this.clock = clock;
    this.timers = timers;
    this.controlled = controlled;
    this.lastRun = clock.nanos();
    this.timer = timers.after(timeout, this::timedOut);
  }

  /** Records the arrival of an event at this queue. */
  void arrived(QueueState queue) {
    if (queue.length() > 0 && !waiting) {
      waiting = true;
    }
  }

  synchronized void completed(long responseNanos) {
    samples[count++] = responseNanos;
    if (count == samples.length) {
      end();
    }
  }

  private synchronized void timedOut() {
    if (closed) {
      return;
    }
    long now = clock.nanos();
    if (now - lastRun >= timeoutNanos) {
      end();
    }
    timer = timers.after(Duration.ofNanos(lastRun + timeoutNanos - now), this::timedOut);
  }

  private void end() {
    lastRun = clock.nanos();
    if (count > 0 || !waiting) {
      controlled.control(count == 0 ? 0 : statistic.of(samples, count), lastRun);
    }
    count = 0;
    waiting = false;
  }

  /** Stops the intervals; the controller does not run again. */
  @Override
  public synchronized void close() {
    closed = true;
    timer.cancel();
  }
}
