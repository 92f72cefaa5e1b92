package arashi.web;

/** How a response time stands to its target; drawn as a colour, a shape and a word. */
public enum TargetStatus {
  /** Nothing was answered lately. */
  QUIET,
  /** There is no target. */
  FREE,
  /** Well under the target. */
  GOOD,
  /** Under the target by less than a fifth. */
  NEAR,
  /** Over the target. */
  OVER;

  private static final double NEAR_TARGET = 0.8;

  /**
   * The standing of a time.
   *
   * @param nanos 90th percentile of the response time; 0 if nothing was answered
   * @param target to hold, in the same unit; 0 if there is none
   */
  public static TargetStatus of(long nanos, long target) {
    if (nanos == 0) {
      return QUIET;
    }
    if (target == 0) {
      return FREE;
    }
    return nanos > target ? OVER : nanos > NEAR_TARGET * target ? NEAR : GOOD;
  }
}
