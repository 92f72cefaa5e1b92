package seda.kernel.control;

/**
 * Sets a stage's quality, the degradation knob of [USITS §3.4]: the largest q at which what waits
 * fits a part of the target.
 *
 * <pre>
 *   q* = 0.5·T·c / (n·m(q) / q)      n events wait, each takes m(q), about in proportion to q
 *   q ← q*                 if q* &lt; q: it falls at once
 *   q ← min(q*, q + 0.1·Δt)    otherwise: it rises by 0.1 a second at most
 * </pre>
 *
 * Admission stays active throughout. Not thread-safe.
 */
public final class QualityController {
  private static final double PART_OF_TARGET = 0.5;
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
   * @param waiting events that wait in the stage
   * @param serviceNanos that each takes at the present quality
   * @param threads that serve them
   * @param targetNanos the shortest target of the stage, 0 if it has none
   * @param intervalNanos since the call before
   */
  public double next(
      int waiting, double serviceNanos, int threads, long targetNanos, long intervalNanos) {
    double room = PART_OF_TARGET * targetNanos * Math.max(1, threads);
    double needed = waiting * serviceNanos / quality;
    double fits = targetNanos == 0 || needed <= room ? 1 : Math.max(least, room / needed);
    double risen = Math.min(1, quality + RISE_PER_SECOND * intervalNanos / 1e9);
    double before = quality;
    quality = Math.min(fits, risen);
    reason =
        waiting == 0 && quality == 1
            ? "nothing waits"
            : Words.of(
                "%d wait, %s of work for a target of %s; quality %.2f → %.2f",
                waiting,
                Words.time(waiting * serviceNanos / Math.max(1, threads)),
                Words.time(targetNanos),
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
