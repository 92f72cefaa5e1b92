package seda.kernel.control;

import java.time.Duration;

/**
 * The response-time controller that sheds by the length of the queue [SOSP §5.1.4]: it sets the
 * most credits that may wait, additively up and multiplicatively down.
 *
 * <pre>
 *   cur ← α·cur + (1 − α)·samp          samp: p90 of the interval
 *   err = (cur − target) / target
 *   err &gt; err_d :  threshold ← threshold / adj_d
 *   err &lt; err_i :  threshold ← threshold + growth
 * </pre>
 *
 * What waits bounds the time that it waits, whatever the arrivals do; but while little arrives, the
 * threshold grows beyond what the target allows, and a burst fills it.
 */
public final class QueueThresholdController {
  private final Settings settings;
  private final TargetError fromTarget;
  private double threshold;
  private String reason = "no interval has ended yet";

  /**
   * What can be set; the paper names no figures.
   *
   * @param alpha weight of the past
   * @param errI error under which the threshold grows
   * @param errD error over which it is cut
   * @param growth in credits, an interval
   * @param adjD divisor of the cut
   * @param least threshold, in credits; at least 1
   * @param most credits
   * @param initial threshold before the first interval
   */
  public record Settings(
      double alpha,
      double errI,
      double errD,
      double growth,
      double adjD,
      double least,
      double most,
      double initial) {
    /** Where the paper's other controller has the same parameter, its value. */
    public static final Settings DEFAULT = new Settings(0.7, -0.5, 0, 1, 1.2, 1, 10_000, 100);
  }

  /**
   * A controller for one stage, or one class of it.
   *
   * @param target 90th percentile to hold
   */
  public QueueThresholdController(Settings settings, Duration target) {
    this.settings = settings;
    this.fromTarget = new TargetError(settings.alpha(), target.toNanos());
    this.threshold = settings.initial();
  }

  /**
   * The threshold after an interval, in credits.
   *
   * @param p90Nanos 90th percentile of the interval's response times
   */
  public double next(double p90Nanos) {
    double error = fromTarget.next(p90Nanos);
    double before = threshold;
    String place = "near";
    if (error > settings.errD()) {
      threshold /= settings.adjD();
      place = "over";
    } else if (error < settings.errI()) {
      threshold += settings.growth();
      place = "well under";
    }
    threshold = Math.max(settings.least(), Math.min(settings.most(), threshold));
    reason =
        ReasonFormat.format(
            "%s %s; queue threshold %s",
            place, fromTarget.describe(), ReasonFormat.change(before, threshold, ""));
    return threshold;
  }

  /** The threshold now, in credits. */
  public double threshold() {
    return threshold;
  }

  /** Why the threshold is what it is. */
  public String reason() {
    return reason;
  }
}
