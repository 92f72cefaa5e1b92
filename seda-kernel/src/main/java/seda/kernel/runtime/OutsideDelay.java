package seda.kernel.runtime;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import seda.kernel.Clock;
import seda.kernel.Timers;

/**
 * The recent delay of events outside the queues of pools: the wait for a turn on a processor, and
 * pauses of the whole process, such as those of the garbage collector [Hodor, Middleware 2022].
 *
 * <p>A periodic timer samples both, as jHiccup does. Its own lateness is the length of a pause. A
 * pause hides the samples that were due during it, so they are added: an instant in the pause would
 * have waited for the rest of it. The wait on processors is the longest since the last sample. A
 * sample is the larger of both, since a pause delays processors too.
 *
 * <pre>
 *   delay = 90th percentile of the samples of the last 2 s; 0 if below 2 ms
 * </pre>
 *
 * <p>So a lasting lag counts after 0.2 s, and is forgotten 2 s after its end. A single short pause
 * does not count: nine of ten events do not meet it.
 *
 * <p>Sampled by the timer thread; {@link #waited} and {@link #nanos} are for any thread, and
 * neither lock nor allocate.
 */
public final class OutsideDelay {
  private static final Duration PERIOD = Duration.ofMillis(20);
  private static final int SAMPLES = 100;
  private static final int RANK = (int) Math.ceil(0.9 * SAMPLES) - 1;

  /** The timer itself may be late by a tick or two. */
  private static final long LEAST = 2_000_000;

  private final Clock clock;
  private final LongSupplier lag;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicLong longestWait = new AtomicLong();
  private volatile long nanos;

  // of the timer thread
  private final long[] samples = new long[SAMPLES];
  private final long[] sorted = new long[SAMPLES];
  private int next;
  private long sampledAt = Long.MIN_VALUE;

  /**
   * Creates an unsampled delay of 0.
   *
   * @param lag present wait on processors that exist only in a simulation, in nanoseconds
   */
  public OutsideDelay(Clock clock, LongSupplier lag) {
    this.clock = clock;
    this.lag = lag;
  }

  /** Starts sampling, at the first call. */
  void sample(Timers timers) {
    if (!started.getAndSet(true)) {
      timers.every(PERIOD, this::sample);
    }
  }

  private void sample() {
    long now = clock.nanos();
    long late = sampledAt == Long.MIN_VALUE ? 0 : now - sampledAt - PERIOD.toNanos();
    sampledAt = now;
    long waited = Math.max(lag.getAsLong(), longestWait.getAndSet(0));
    long hidden = Math.min(SAMPLES - 1, Math.max(0, late) / PERIOD.toNanos());
    for (long i = hidden; i > 0; i--) {
      add(late - i * PERIOD.toNanos());
    }
    add(Math.max(late, waited));
    System.arraycopy(samples, 0, sorted, 0, SAMPLES);
    Arrays.sort(sorted);
    nanos = sorted[RANK] < LEAST ? 0 : sorted[RANK];
  }

  private void add(long sample) {
    samples[next] = sample;
    next = (next + 1) % SAMPLES;
  }

  /** Records how long an event waited for its turn on a processor. */
  void waited(long waitedNanos) {
    if (waitedNanos > longestWait.getOpaque()) {
      longestWait.setOpaque(waitedNanos); // a lost race loses one of many similar waits
    }
  }

  /** Returns the delay in nanoseconds. */
  public long nanos() {
    return nanos;
  }
}
