package seda.kernel.control;

/**
 * Sets a stage's quality, the degradation knob of [USITS §3.4]: the largest q at which what waits
 * fits a part of the target.
 *
 * <pre>
 *   q* = 0.3·T·c / (W / q)      W is the work that waits for the stage's c threads, about in proportion to q
 *   q ← q*                 if q* &lt; q: it falls at once
 *   q ← min(q*, q + 0.1·Δt)    otherwise: it rises by 0.1 a second at most
 * </pre>
 *
 * The part is less than admission lets wait while an overload lasts ({@link DeadlineController}: p
 * ≤ 0.6·T), so that quality is at its lowest before anybody is refused for long. W is that of all
 * stages which the threads serve: each by itself may have little that waits, while all of them
 * together miss their targets. Admission stays active throughout. Not thread-safe.
 */
public final class QualityController {
  private static final double PART_OF_TARGET = 0.3;
  private static final double RISE_PER_SECOND = 0.1;

  private final double least;
  private double quality = 1;
  private String reason = "nothing waits";

  /**
   * A controller for one stage.
   *
   * @param least quality
   */
  public QualityController(double least) {
    if (!(least > 0 && least <= 1)) {
      throw new IllegalArgumentException(
          "least quality = " + least + ", must be more than 0 and at most 1");
    }
    this.least = least;
  }

  /**
   * The quality after an interval.
   *
   * @param workNanos that waits for the stage's threads, at the present quality
   * @param threads that serve it
   * @param targetNanos the shortest target of the stage, 0 if it has none
   * @param intervalNanos since the call before
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

  /** The quality now. */
  public double quality() {
    return quality;
  }

  /** Why it is what it is. */
  public String reason() {
    return reason;
  }
}
