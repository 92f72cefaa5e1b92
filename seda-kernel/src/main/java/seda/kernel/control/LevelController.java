package seda.kernel.control;

/**
 * Sets the level θ below which a class of one pool is served, so that an overload refuses the same
 * senders throughout. Levels are from 0 to 1; who has a level below θ is <i>in</i>. With A, the
 * admitted events, D(θ), the events of senders who are in, and u, the share of events that found an
 * idle thread:
 *
 * <pre>
 *   C  = A                                     if u &lt; 0.05 and more than 1 % of D(θ) is refused
 *   C  = max(A, min(C·(1 + g·t), A / (1 − u)))  else if D(θ) ≥ 0.9·0.95·C, t in seconds
 *   g  = 0.005·(1 + 0.1·s) + max(0, u − 0.5)    s seconds after the former
 *   θ* = the threshold with D(θ*) = 0.95·C
 *   θ  = θ*   if θ* &lt; 0.9·θ, or θ* &lt; θ and more than 1 % of D(θ) is refused
 *   θ  = min(θ*, θ·(1 + (0.02 + (1 − D(θ)/0.95·C))·t))  if θ* &gt; 1.1·θ or θ* = 1
 * </pre>
 *
 * <ul>
 *   <li>C is the capacity. While the queue is full, it is what is admitted. Then it is remembered
 *       and rises until the queue is full again. Idle threads alone do not show how much more a
 *       pool can do, because it may have more threads than processors.
 *   <li>The rest of C absorbs variations of the demand: each refusal of a sender who is in breaks a
 *       session.
 *   <li>θ falls at once, by the measured demand [DAGOR, Zhou et al., SoCC 2018, §4.2], and rises
 *       slowly: refused senders ask less, so the demand above θ is underestimated.
 *   <li>θ stays while θ* differs by less than a tenth, because each change of θ ends turns or
 *       begins new ones. Idle threads do not raise C while D(θ) leaves more than a tenth of it
 *       unused.
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

  /** Share of the capacity that senders who are in may ask for. */
  private static final double FILL = 0.95;

  /** Idle share below which the threads are busy. */
  private static final double BUSY = 0.05;

  /** Refused share of senders who are in above which the queue is full. */
  private static final double FULL = 0.01;

  /** A known capacity rises by this in a second, and faster the longer the queue was not full. */
  private static final double CAPACITY_RISE = 0.005;

  /** Growth of that rise with each second since the queue was full. */
  private static final double RISE_GROWTH = 0.1;

  /** Refused share of a class from which levels begin. */
  private static final double TOLERATED = 0.02;

  /** Fewer events do not determine the share. */
  private static final double LEAST_EVENTS = 50;

  /** Share of θ, and of the demand, within which a difference changes nothing. */
  private static final double HOLD = 0.1;

  private static final double MOST_IDLE = 0.9;
  private static final double SLOW_RISE = 0.02;
  private static final double QUIET_RISE = 0.2;

  /** A turn stays long enough to come back in. */
  private static final double LEAST = 1.0 / LevelDemand.BINS;

  private final LevelDemand demand;
  private volatile double threshold = 1;
  private volatile long begun;
  private double capacity;
  private long lastFull;
  private long start;
  private long lastRefused;

  /**
   * Creates a controller with all senders in.
   *
   * @param periodNanos time in which a sender's level advances from 0 to 1
   */
  public LevelController(long periodNanos) {
    this.demand = new LevelDemand(periodNanos);
  }

  /** Returns θ; 1 if all senders are in. Any thread. */
  public double threshold() {
    return threshold;
  }

  /** Returns the time since all senders were in, in nanoseconds. Any thread. */
  public long sinceBegin(long now) {
    return now - begun;
  }

  /**
   * Records a judged event.
   *
   * @param level its level; negative if it is in at every θ, or while all senders are in
   * @param admits true if it was admitted
   * @param idle true if it found an idle thread
   * @param now clock reading in nanoseconds
   */
  public synchronized void judged(double level, boolean admits, boolean idle, long now) {
    boolean in = level < threshold;
    if (level < 0) {
      demand.askedFirst();
    } else {
      demand.asked(level);
    }
    demand.judged(in, admits);
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
      follow(current, Math.min(passed, QUIET) / 1e9, now);
    }
    demand.pass(passed);
  }

  private void begin(long now) {
    if (demand.refusedShare() > TOLERATED && demand.events() >= LEAST_EVENTS) {
      demand.spread();
      begun = now;
      capacity = demand.admitted();
      lastFull = now;
      threshold = Math.max(least(), demand.threshold(FILL * capacity));
    }
  }

  private void follow(double current, double seconds, long now) {
    estimateCapacity(seconds, now);
    double room = FILL * capacity;
    double wanted = demand.threshold(room);
    double next = current;
    if (wanted > current * (1 + HOLD) || wanted == 1) {
      double spare = room == 0 ? 1 : Math.max(0, 1 - demand.below(current) / room);
      next = Math.min(wanted, current * (1 + (SLOW_RISE + spare) * seconds));
    } else if (wanted < current * (1 - HOLD) || (wanted < current && isFull())) {
      next = wanted;
    }
    threshold = Math.max(least(), next);
  }

  private boolean isFull() {
    return demand.refusedShare() > FULL;
  }

  private double least() {
    return Math.max(LEAST, demand.aboveLowestSender());
  }

  private void estimateCapacity(double seconds, long now) {
    double admitted = demand.admitted();
    double idle = demand.idleShare();
    if (idle < BUSY && isFull()) {
      capacity = admitted;
      lastFull = now;
    } else if (demand.below(threshold) >= (1 - HOLD) * FILL * capacity) {
      double rise = CAPACITY_RISE * (1 + RISE_GROWTH * (now - lastFull) / 1e9);
      double risen = capacity * (1 + (rise + Math.max(0, idle - 0.5)) * seconds);
      double most = admitted / (1 - Math.min(MOST_IDLE, idle));
      capacity = Math.max(admitted, Math.min(risen, most));
    }
  }

  /** Explains θ; empty if all senders are in. */
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
