package seda.kernel.control;

import java.util.Arrays;
import seda.kernel.ServiceClass;
import seda.kernel.StageLoad;
import seda.kernel.Targets;

/**
 * Sets a stage's quality by class, the degradation knob of [USITS §3.4]: for each class the largest
 * q at which the work ahead of its events fits into a fraction of its target. Lower classes degrade
 * before higher ones.
 *
 * <pre>
 *   Nᵢ = Wᵢ / qᵢ           Wᵢ is the waiting work of class i, about in proportion to qᵢ
 *   Rᵢ = 0.3·Tᵢ·c·(1 − s·b)   room for class i: c threads, less the share s of each of the b lower
 *                           classes that wait
 *   q* = (Rᵢ − Σ qₕ·Nₕ) / Nᵢ   over the higher classes h; the least, once a higher class has q &lt; 1
 *   q ← q*                 if q* &lt; q: it falls at once
 *   q ← min(q*, q + 0.1·Δt)    otherwise: it rises by at most 0.1 per second
 * </pre>
 *
 * <p>If the threads do not serve higher classes first, lower classes are ahead too. They count with
 * the work that is left of them at the least quality.
 *
 * <p>The fraction is smaller than the wait that admission allows under sustained overload ({@link
 * DeadlineController}: p ≤ 0.6·T), so quality reaches its minimum before admission refuses for
 * long. W covers all stages of the threads: each may have little waiting work while all together
 * miss their targets. Admission stays active throughout. Not thread-safe.
 */
public final class QualityController {
  private static final double PART_OF_TARGET = 0.3;
  private static final double RISE_PER_SECOND = 0.1;

  /** Ranks of classes with a service level. */
  private static final int RANKS = ServiceClass.MAX_RANK + 1;

  private final double least;
  private final double[] quality = new double[RANKS];
  private final String[] reason = new String[RANKS];

  /**
   * Creates a controller for one stage.
   *
   * @param least least quality, more than 0 and at most 1
   */
  public QualityController(double least) {
    if (!(least > 0 && least <= 1)) {
      throw new IllegalArgumentException(
          "least quality = " + least + ", must be more than 0 and at most 1");
    }
    this.least = least;
    Arrays.fill(quality, 1);
    Arrays.fill(reason, "nothing waits");
  }

  /**
   * Sets the quality of all classes after an interval.
   *
   * @param load work that waits for the stage's threads, at the current quality
   * @param targets targets of the stage; a class without one degrades only for higher classes
   * @param share guaranteed share of each lower class
   * @param intervalNanos nanoseconds since the previous call
   */
  public void adjust(StageLoad load, Targets targets, double share, long intervalNanos) {
    double[] needed = needed(load);
    double rise = RISE_PER_SECOND * intervalNanos / 1e9;
    double higher = 0; // work of higher classes at their quality
    boolean reduced = false;
    for (int rank = 0; rank < RANKS; rank++) {
      double before = quality[rank];
      double other = higher + (load.classesFirst() ? 0 : least * lower(needed, rank));
      double room = room(load, needed, targets.nanos(rank), share, rank);
      double fits = reduced ? least : part(needed[rank], other, room);
      quality[rank] = Math.min(fits, Math.min(1, before + rise));
      reason[rank] =
          reduced
              ? "a higher class is degraded"
              : reason(load, other + load.workNanos(rank), targets.nanos(rank), before, rank);
      higher += needed[rank] * quality[rank];
      reduced |= quality[rank] < 1;
    }
  }

  /** Returns the waiting work by rank as it would be at full quality. */
  private double[] needed(StageLoad load) {
    double[] needed = new double[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      needed[rank] = load.workNanos(rank) / quality[rank];
    }
    return needed;
  }

  private static double lower(double[] needed, int rank) {
    return Arrays.stream(needed, rank + 1, RANKS).sum();
  }

  /** Returns the work that may be ahead of a class; infinite without a target. */
  private static double room(
      StageLoad load, double[] needed, long targetNanos, double share, int rank) {
    if (targetNanos == 0) {
      return Double.POSITIVE_INFINITY;
    }
    long below = Arrays.stream(needed, rank + 1, RANKS).filter(work -> work > 0).count();
    double threads = Math.max(1, load.threads()) * Math.max(0, 1 - share * below);
    return PART_OF_TARGET * targetNanos * threads;
  }

  private double part(double own, double other, double room) {
    return own + other <= room ? 1 : Math.max(least, Math.min(1, (room - other) / own));
  }

  private String reason(
      StageLoad load, double workNanos, long targetNanos, double before, int rank) {
    return workNanos == 0 && quality[rank] == 1
        ? "nothing waits"
        : ReasonFormat.format(
            "%s of work waits for a target of %s; quality %.2f → %.2f",
            ReasonFormat.time(workNanos / Math.max(1, load.threads())),
            ReasonFormat.time(targetNanos),
            before,
            quality[rank]);
  }

  /** Returns the current quality of a class. */
  public double quality(int rank) {
    return quality[rank];
  }

  /** Explains the current quality of a class. */
  public String reason(int rank) {
    return reason[rank];
  }
}
