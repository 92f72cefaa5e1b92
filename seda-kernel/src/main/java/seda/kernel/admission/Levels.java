package seda.kernel.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.control.LevelController;

/**
 * Admission by sender, for all {@link DeadlineAdmission}s of one pool: when a class must refuse, it
 * refuses the same senders throughout, so that the others finish what they began. A session of n
 * requests survives refusal at random, of a share r, with (1 − r)^n.
 *
 * <pre>
 *   key of the event ──► Rotation ──► level ──► in if level &lt; θ    (LevelController, one for each class)
 *                                           ├─► in if it has a lease (Leases)
 *                                           └─► out
 *
 *   admit iff prediction ≤ room·limit
 *   room = 1                                   in turn, with a limit of at least 0.7 of the target
 *          0.75                                with a lease
 *          0.5·(1 − (level − θ)/0.03), ≥ 0      out, but in turn before, and not refused since
 *          0                                    out
 * </pre>
 *
 * <p>So senders whose turn has just ended use capacity that the others leave: they are likely to be
 * in the middle of something. Others are refused even if a thread is idle: a page by chance begins
 * what the next refusal breaks off. Idle threads raise θ instead.
 *
 * <p>Thread-safe. While no class has to refuse, it costs one volatile read.
 */
public final class Levels {
  /** Key of events without a sender; they are always in. */
  public static final long NO_KEY = 0;

  /** A published room is used only that long, so that some events update it. */
  private static final long FRESH_NANOS = 5_000_000;

  private static final long ANCHOR_NANOS = 1_000_000_000L;
  private static final double ALL = 1;

  /** Least expected rest of an overload. */
  private static final long LEAST_EXPECTED = 2_000_000_000L;

  /** Low bits of a key, which spread the returns of senders who are refused together. */
  private static final long SPREAD = 1_023;

  /** Part of the period after a turn in which a sender may use capacity that others leave. */
  private static final double BAND = 0.03;

  /** Senders in turn go before those with a lease, whose sessions would otherwise add up. */
  private static final double LEASED = 0.75;

  /** Share of the limit that senders may use whose turn has just ended. */
  private static final double SPARE = 0.5;

  /**
   * Settings.
   *
   * @param period each sender has one turn in it
   * @param lease time for which a sender keeps admission after its last admission in turn; a
   *     sixtieth of the period leaves most of the capacity to turns even at ten times the capacity
   * @param leases senders whose leases are remembered; rounded up to a power of two
   */
  public record Settings(Duration period, Duration lease, int leases) {
    private static final int MOST_LEASES = 1 << 24;

    /** Checks the values. */
    public Settings {
      if (period.isNegative() || period.isZero()) {
        throw new IllegalArgumentException("period = " + period + ", must be positive");
      }
      if (lease.isNegative() || lease.compareTo(period) > 0) {
        throw new IllegalArgumentException(
            "lease = " + lease + ", must be from 0 to the period of " + period);
      }
      if (leases < 1 || leases > MOST_LEASES) {
        throw new IllegalArgumentException(
            "leases = " + leases + ", must be from 1 to " + MOST_LEASES);
      }
    }
  }

  /** Load of the pool at the last judged event: prediction as a share of the limit. */
  private static final class Fill {
    volatile double share;
    volatile long at = Long.MIN_VALUE / 2;
  }

  /** Wall-clock time as an offset of the clock's nanoseconds. */
  private record Anchor(long offset, long at) {}

  private final Clock clock;
  private final ToLongFunction<Object> keys;
  private final Rotation rotation;
  private final Leases leases;
  private final long leaseNanos;
  private final LevelController[] byRank = new LevelController[ServiceClass.RANKS];
  private final Fill[] fill = new Fill[ServiceClass.RANKS];
  private volatile Anchor anchor;

  /**
   * Creates levels of one pool, with all senders in.
   *
   * @param clock of the pool; its wall-clock time is that of other nodes, too
   * @param keys returns the key of an event's sender, evenly distributed over all 64-bit numbers
   *     such as a keyed hash, or {@link #NO_KEY}; called only while a class refuses; must not block
   */
  public Levels(Settings settings, Clock clock, ToLongFunction<Object> keys) {
    this.clock = clock;
    this.keys = keys;
    this.rotation = new Rotation(settings.period().toNanos());
    int size = Integer.highestOneBit(Math.max(1, 2 * settings.leases() - 1));
    this.leases = new Leases(size);
    this.leaseNanos = settings.lease().toNanos();
    this.anchor = anchor();
    for (int rank = 0; rank < ServiceClass.RANKS; rank++) {
      byRank[rank] = new LevelController(rotation.periodNanos());
      fill[rank] = new Fill();
    }
  }

  private Anchor anchor() {
    Instant wall = clock.instant();
    long now = clock.nanos();
    return new Anchor(wall.getEpochSecond() * 1_000_000_000L + wall.getNano() - now, now);
  }

  /** Returns θ: the share of senders whose turn it is. Any thread. */
  public double served(int rank) {
    return byRank[rank].threshold();
  }

  /**
   * Returns the level of an event's sender now, from 0 to 1; negative if it has none. Any thread.
   */
  public double levelOf(Object event) {
    long key = keys.applyAsLong(event);
    return key == NO_KEY ? -1 : rotation.level(key, wallNanos(clock.nanos()));
  }

  /** Explains the levels of a class; empty if all its senders are in. Any thread. */
  public String reason(int rank) {
    return byRank[rank].reason();
  }

  /**
   * Refuses early, before an event exists, if a stage would refuse it for its level. Costs a few
   * volatile reads unless it refuses. Any thread.
   *
   * @param key returns the key of its sender; called only while the class refuses
   * @return a refusal, or {@link EnqueueResult#ACCEPTED} if the stage must judge
   */
  public EnqueueResult early(LongSupplier key, ServiceClass serviceClass) {
    return early(key, serviceClass.rank(), true);
  }

  /**
   * Does the same as {@link #early} for a sender that may not exist. Its refusals do not count as
   * demand.
   */
  public EnqueueResult provisional(LongSupplier key, ServiceClass serviceClass) {
    return early(key, serviceClass.rank(), false);
  }

  private EnqueueResult early(LongSupplier key, int rank, boolean counts) {
    if (byRank[rank].threshold() == ALL) {
      return EnqueueResult.ACCEPTED;
    }
    long now = clock.nanos();
    Fill latest = fill[rank];
    if (now - latest.at > FRESH_NANOS) {
      return EnqueueResult.ACCEPTED;
    }
    Standing standing = standing(key.getAsLong(), rank, now);
    if (standing.in() || standing.leaves(latest.share)) {
      return EnqueueResult.ACCEPTED;
    }
    if (counts) {
      byRank[rank].judged(standing.level(), false, latest.share == 0, now);
    }
    return refusal(standing, rank, now);
  }

  /**
   * How a sender stands.
   *
   * @param key of the sender
   * @param level its level; negative if it is in at every θ
   * @param room share of the limit that it may use
   */
  record Standing(long key, double level, double room) {
    static final Standing FIRST = new Standing(NO_KEY, -1, 1);

    boolean in() {
      return level < 0 || room == 1;
    }

    /** True if its turn is a reason why others are out. */
    boolean inTurn() {
      return level >= 0 && room == 1;
    }

    /** True if its room leaves space in a pool that is filled to a share of the limit. */
    boolean leaves(double filled) {
      return room > 0 && filled <= room;
    }
  }

  /** Returns how the sender of an event stands. */
  Standing standing(Object event, int rank, long now) {
    return event == null || byRank[rank].threshold() == ALL
        ? Standing.FIRST
        : standing(keys.applyAsLong(event), rank, now);
  }

  private Standing standing(long key, int rank, long now) {
    double threshold = byRank[rank].threshold();
    if (key == NO_KEY || threshold == ALL) {
      return Standing.FIRST;
    }
    double level = rotation.level(key, wallNanos(now));
    if (level < threshold) {
      return new Standing(key, level, 1);
    }
    long since = leases.sinceInTurn(key, now);
    if (since <= leaseNanos) {
      return new Standing(key, level, LEASED);
    }
    double spare = since == Leases.NEVER ? 0 : SPARE * Math.max(0, 1 - (level - threshold) / BAND);
    return new Standing(key, level, spare);
  }

  private long wallNanos(long now) {
    Anchor known = anchor;
    if (now - known.at() >= ANCHOR_NANOS) { // the system's time is adjusted now and then
      known = anchor();
      anchor = known;
    }
    return now + known.offset();
  }

  /**
   * Records a verdict.
   *
   * @param filled its prediction as a share of the limit; 0 if it found an idle thread
   */
  void judged(Standing standing, int rank, boolean admits, double filled, long now) {
    LevelController controller = byRank[rank];
    controller.judged(standing.level(), admits, filled == 0, now);
    if (standing.key() == NO_KEY) {
      return;
    }
    fill[rank].share = filled;
    fill[rank].at = now;
    if (admits && standing.room() == 1) {
      leases.admittedInTurn(standing.key(), now);
    }
  }

  /**
   * Returns the time for which a sender who is in will be in turn, in nanoseconds; infinite while
   * all senders are in. A sender who is refused in turn must return before its end.
   */
  double restOfTurn(Standing standing, int rank) {
    double threshold = byRank[rank].threshold();
    return threshold == ALL || standing.level() < 0
        ? Double.POSITIVE_INFINITY
        : Math.max(0, threshold - standing.level()) * rotation.periodNanos();
  }

  /**
   * Returns the refusal of a sender who is out, until its next turn. {@code retryAfter} ends when
   * the turn begins. It is shorter at the beginning of an overload, which may be a short one: at
   * most one to three times as long as the overload has lasted.
   */
  EnqueueResult refusal(Standing standing, int rank, long now) {
    leases.refused(standing.key());
    double spread = 0.5 + (standing.key() & SPREAD) / (double) SPREAD;
    long expected = Math.max(LEAST_EXPECTED, 2 * byRank[rank].sinceBegin(now));
    long wait = Math.min(rotation.untilTurn(standing.level()), (long) (spread * expected));
    return new EnqueueResult(EnqueueResult.Outcome.OUT_OF_TURN, Duration.ofNanos(wait));
  }
}
