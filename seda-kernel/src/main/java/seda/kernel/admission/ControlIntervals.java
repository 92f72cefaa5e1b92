package seda.kernel.admission;

import java.time.Duration;
import java.util.Arrays;
import seda.kernel.Clock;
import seda.kernel.QueueState;
import seda.kernel.Timers;

/**
 * The intervals after which a controller of the papers runs [USITS §3.2]: so many completions or a
 * time-out, whichever is first, on the graph's timers: so it recovers when nothing arrives as well.
 *
 * <p>An interval in which nothing completed counts as one in which nothing took any time, unless
 * events waited: then it says nothing. Thread-safe.
 */
final class ControlIntervals implements AutoCloseable {
  private final Clock clock;
  private final Timers timers;
  private final long timeoutNanos;
  private final Controlled controlled;
  private volatile boolean waiting;

  // guarded by this
  private final long[] samples;
  private int count;
  private long lastRun;
  private Timers.Handle timer;
  private boolean closed;

  /** What is set at the end of an interval. */
  @FunctionalInterface
  interface Controlled {
    /**
     * An interval has ended; the next begins after this.
     *
     * @param p90Nanos of its response times
     * @param now the clock's nanoseconds
     */
    void control(double p90Nanos, long now);
  }

  ControlIntervals(
      int samples, Duration timeout, Clock clock, Timers timers, Controlled controlled) {
    this.samples = new long[samples];
    this.timeoutNanos = timeout.toNanos();
    this.clock = clock;
    this.timers = timers;
    this.controlled = controlled;
    this.lastRun = clock.nanos();
    this.timer = timers.after(timeout, this::timedOut);
  }

  /** An event comes to this queue. */
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
      Arrays.sort(samples, 0, count);
      double p90 = count == 0 ? 0 : samples[(int) Math.ceil(0.9 * count) - 1];
      controlled.control(p90, lastRun);
    }
    count = 0;
    waiting = false;
  }

  /** Ends the last interval; nothing is controlled from now on. */
  @Override
  public synchronized void close() {
    closed = true;
    timer.cancel();
  }
}
