package seda.kernel.control;

/**
 * Sets the level θ below which a class of one pool is served, so that an overload refuses the same
 * senders throughout. Levels are from 0 to 1; who has a level below θ is <i>in</i>. With A, the
 * admitted work, and D(θ), the work asked by senders who are in:
 *
 * <pre>
 *   C  = A / (1 − u)        u is the share of events that found an idle thread, at most 0.9
 *   θ* = the threshold with D(θ*) = f·C
 *   θ  = θ*                                       if θ* &lt; θ
 *   θ  = min(θ*, θ·(1 + (0.02 + (1 − D(θ)/(f·C)))·t))  otherwise, t in seconds
 * </pre>
 *
 * <ul>
 *   <li>Under overload no thread is idle, and A is the capacity, whatever it is at the moment.
 *   <li>f is from 0.6 to 0.95. It falls by r − 0.01 in a second while a share r &gt; 0.01 of the
 *       work of senders who are in is refused, and rises by 0.01 otherwise. So their sessions
 *       finish though C is wrong: a pool with more threads than processors has idle threads when it
 *       is full.
 *   <li>With idle threads the capacity is higher than A. Without this term, refusals of senders who
 *       are out would lower A, and so keep θ low after the overload.
 *   <li>θ falls at once, by the measured demand [DAGOR, Zhou et al., SoCC 2018, §4.2], and rises
 *       slowly: refused senders ask less, so the demand above θ is underestimated.
 *   <li>θ stays above the lowest sender that asks. A sender that asks for more than the capacity by
 *       itself would otherwise be out while the pool is idle.
 *   <li>Levels begin when the deadline rule refuses more than 2 % of the class. They end by steps
 *       of a fifth a second, after 2 s without any refusal.
 * </ul>
 *
 * <p>Thread-safe; {@link #threshold} takes no lock.
 */
public final class LevelController {
  private static final long INTERVAL = 100_000_000;
  private static final long QUIET = 2_000_000_000L;

  /** Bounds of f, the share of the capacity that senders who are in may ask for. */
  private static final double LEAST_FILL = 0.6;

  private static final double MOST_FILL = 0.95;

  /** Refused share of senders who are in: ten requests in a row succeed with 0.9. */
  private static final double REFUSED_IN = 0.01;

  private static final double FILL_GAIN = 0.01;
  private static final double MOST_FILL_LOSS = 0.1;

  /** Refused share of a class from which levels begin. */
  private static final double TOLERATED = 0.02;

  /** Fewer events tell nothing about the share. */
  private static final double LEAST_EVENTS = 50;

  private static final double MOST_IDLE = 0.9;
  private static final double SLOW_RISE = 0.02;
  private static final double QUIET_RISE = 0.2;

  /** A turn stays long enough to come back in. */
  private static final double LEAST = 1.0 / LevelDemand.BINS;

  private final LevelDemand demand;
  private volatile double threshold = 1;
  private volatile long begun;
  private double fill = MOST_FILL;
  private long start;
  private long lastRefused;

  /**
   * Creates a controller with everybody in.
   *
   * @param periodNanos time in which a sender's level advances from 0 to 1
   */
  public LevelController(long periodNanos) {
    this.demand = new LevelDemand(periodNanos);
  }

  /** Returns θ; 1 if everybody is in. Any thread. */
  public double threshold() {
    return threshold;
  }

  /** Returns for how long not everybody has been in, in nanoseconds. Any thread. */
  public long sinceBegin(long now) {
    return now - begun;
  }

  /**
   * Records a judged event.
   *
   * @param level its level; negative if it goes first whatever θ is, or while everybody is in
   * @param admits true if it was admitted
   * @param work its expected thread-time in nanoseconds; 0 if unknown
   * @param idle true if it found an idle thread
   * @param now clock reading in nanoseconds
   */
  public synchronized void judged(
      double level, boolean admits, double work, boolean idle, long now) {
    double expected = work > 0 ? work : demand.mean();
    boolean in = level < threshold;
    if (level < 0) {
      demand.askedFirst(expected);
    } else {
      demand.asked(level, expected);
    }
    demand.judged(in, admits, expected);
    if (idle) {
      demand.foundIdle();
    }
    if (!admits) {
      lastRefused = now;
    }
    if (now - start >= INTERVAL) {
      end(now);
    }
  }

  private void end(long now) {
    long passed = now - start;
    start = now;
    double current = threshold;
    if (current == 1) {
      begin(now);
    } else if (now - lastRefused >= QUIET) {
      threshold = Math.min(1, current + QUIET_RISE * Math.min(passed, QUIET) / 1e9);
    } else {
      double seconds = Math.min(passed, QUIET) / 1e9;
      if (now - begun >= QUIET) {
        adjustFill(seconds);
      }
      follow(current, seconds);
    }
    demand.pass(passed);
  }

  private void begin(long now) {
    if (demand.refusedShare() > TOLERATED && demand.events() >= LEAST_EVENTS) {
      demand.spread();
      begun = now;
      threshold = Math.max(least(), demand.threshold(fill * capacity()));
    }
  }

  private void adjustFill(double seconds) {
    double more = demand.refusedShare() - REFUSED_IN;
    double change = more > 0 ? -Math.min(MOST_FILL_LOSS, more) : FILL_GAIN;
    fill = Math.max(LEAST_FILL, Math.min(MOST_FILL, fill + change * seconds));
  }

  private void follow(double current, double seconds) {
    double room = fill * capacity();
    double spare = room == 0 ? 1 : Math.max(0, 1 - demand.below(current) / room);
    double highest = current * (1 + (SLOW_RISE + spare) * seconds);
    threshold = Math.max(least(), Math.min(highest, demand.threshold(room)));
  }

  private double least() {
    return Math.max(LEAST, demand.aboveLowestSender());
  }

  private double capacity() {
    return demand.admitted() / (1 - Math.min(MOST_IDLE, demand.idleShare()));
  }

  /** Explains θ; empty if everybody is in. */
  public String reason() {
    double current = threshold;
    return current == 1
        ? ""
        : ReasonFormat.format(
            "serving %.0f %% of users at a time, of whom %.0f %% refused",
            100 * current, 100 * refusedShare());
  }

  private synchronized double refusedShare() {
    return demand.refusedShare();
  }
}
