package seda.kernel;

/**
 * State of one stage's admission policy for one class, read by the policies of the other stages of
 * its threads. All types of a pool wait for the same threads, so they limit that wait alike.
 * Otherwise the type with the loosest limit fills the queue, and the others are shut out.
 * Immutable; policies make one on request of {@link WorkState#report}, some twenty times a second
 * for each stage.
 *
 * @param limitShare share of a target up to which the policy admits predictions, from 0 to 1
 * @param asked decayed number of events that the policy judged
 * @param admitted decayed number of events that the policy admitted
 * @param least the stage with the least admitted share
 */
public record AdmissionReport(double limitShare, double asked, double admitted, Least least) {
  /** The report of a policy that shares nothing. */
  public static final AdmissionReport NONE = new AdmissionReport(1, 0, 0, Least.NONE);

  /**
   * A stage with a low admitted share.
   *
   * @param share its admitted share
   * @param targetNanos its target in nanoseconds
   * @param serviceNanos mean service time of its events in nanoseconds
   */
  public record Least(double share, long targetNanos, double serviceNanos) {
    /** No stage had to refuse. */
    public static final Least NONE = new Least(1, Long.MAX_VALUE, 0);
  }

  /** Returns the report on the events of both. */
  public AdmissionReport and(AdmissionReport other) {
    return new AdmissionReport(
        Math.min(limitShare, other.limitShare),
        asked + other.asked,
        admitted + other.admitted,
        least.share() <= other.least.share() ? least : other.least);
  }

  /** Returns the admitted share of all events; 1 if there were none. */
  public double admittedShare() {
    return asked == 0 ? 1 : admitted / asked;
  }
}
