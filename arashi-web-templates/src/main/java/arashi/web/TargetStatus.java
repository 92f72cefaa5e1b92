package arashi.web;

/** A response time compared with its target; drawn as a colour, a shape and a word. */
public enum TargetStatus {
  /** No recent responses. */
  QUIET,
  /** No target is set. */
  FREE,
  /** Well under the target. */
  GOOD,
  /** Less than a fifth under the target. */
  NEAR,
  /** Over the target. */
  OVER;

  private static final double NEAR_TARGET = 0.8;

  /**
   * Compares a time with its target.
   *
   * @param nanos 90th percentile of the response time; 0 without responses
   * @param target in the same unit; 0 if none is set
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
