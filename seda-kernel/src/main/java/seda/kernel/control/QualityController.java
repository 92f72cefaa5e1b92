package seda.kernel.control;

/**
 * Sets a stage's quality, the degradation knob of [USITS §3.4]: the largest q at which the waiting
 * work fits into a fraction of the target.
 *
 * <pre>
 *   q* = 0.3·T·c / (W / q)      W is the work that waits for the stage's c threads, about in proportion to q
 *   q ← q*                 if q* &lt; q: it falls at once
 *   q ← min(q*, q + 0.1·Δt)    otherwise: it rises by at most 0.1 per second
 * </pre>
 *
 * <p>The fraction is smaller than the wait that admission allows under sustained overload ({@link
 * DeadlineController}: p ≤ 0.6·T), so quality reaches its minimum before admission refuses for
 * long. W covers all stages of the threads: each may have little waiting work while all together
 * miss their targets. Admission stays active throughout. Not thread-safe.
 */
public final class QualityController {
  private static final double PART_OF_TARGET = 0.3;
  private static final double RISE_PER_SECOND = 0.1;

  private final double least;
  private double quality = 1;
  private String reason = "nothing waits";

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
  }

  /**
   * Returns the quality after an interval.
   *
   * @param workNanos work that waits for the stage's threads, at the current quality
   * @param threads threads that serve the stage
   * @param targetNanos shortest target of the stage, 0 if it has none
   * @param intervalNanos nanoseconds since the previous call
   */
  public double next(double workNanos, int threads, long targetNanos, long intervalNanos) {
    double room = PART_OF_TARGET * targetNanos * Math.max(1, threads);
    double needed = workNanos / quality;
    double fits = targetNanos == 0 || needed <= room ? 1 : Math.max(least, room / needed);
    double risen = Math.min(1, quality + RISE_PER_SECOND * intervalNanos / 1e9);
    double before = quality;
    quality = Math.min(fits, risen);
    reason =
        workNanos == 0 && quality == 1
            ? "nothing waits"
            : ReasonFormat.format(
                "%s of work waits for a target of %s; quality %.2f → %.2f",
                ReasonFormat.time(workNanos / Math.max(1, threads)),
                ReasonFormat.time(targetNanos),
                before,
                quality);
    return quality;
  }

  /** Returns the current quality. */
  public double quality() {
    return quality;
  }

  /** Explains the current quality. */
  public String reason() {
    return reason;
  }
}
