package seda.kernel.control;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A response-time controller that limits the queue [SOSP §5.1.4]. It sets the largest number of
 * waiting credits: additive increase, multiplicative decrease.
 *
 * <pre>
 *   cur ← α·cur + (1 − α)·samp          samp: of the interval, its average [SOSP] or p90
 *   err = (cur − target) / target
 *   err &gt; err_d :  threshold ← threshold / adj_d
 *   err &lt; err_i :  threshold ← threshold + growth
 * </pre>
 *
 * <p>A bounded queue bounds the wait at any arrival rate. But under light load the threshold grows
 * beyond what the target allows, and a burst then fills it. Not thread-safe.
 */
public final class QueueThresholdController {
  private final Settings settings;
  private final TargetError fromTarget;
  private double threshold;
  private String reason = "no interval has ended yet";

  /**
   * Parameters; the paper gives no values.
   *
   * @param alpha weight of the past
   * @param errI error below which the threshold grows
   * @param errD error above which the threshold is cut
   * @param growth increase per interval, in credits
   * @param adjD divisor of the cut
   * @param least least threshold in credits, at least 1
   * @param most greatest threshold in credits
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
    /** Default values; those shared with the paper's other controller have its values. */
    public static final Settings DEFAULT = new Settings(0.7, -0.5, 0, 1, 1.2, 1, 10_000, 100);
  }

  /**
   * Creates a controller for one stage, or one class of it.
   *
   * @param target target for the 90th percentile of the response time
   */
  public QueueThresholdController(Settings settings, Duration target) {
    this(settings, target::toNanos);
  }

  /**
   * Creates a controller whose target may change.
   *
   * @param targetNanos target in nanoseconds, read at each interval; 0 if there is none
   */
  public QueueThresholdController(Settings settings, LongSupplier targetNanos) {
    this.settings = settings;
    this.fromTarget = new TargetError(settings.alpha(), targetNanos);
    this.threshold = settings.initial();
  }

  /**
   * Returns the threshold after an interval, in credits.
   *
   * @param nanos average or 90th percentile of the interval's response times
   */
  public double next(double nanos) {
    double error = fromTarget.next(nanos);
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
            place, fromTarget.describe("measured"), ReasonFormat.change(before, threshold, ""));
    return threshold;
  }

  /** Returns the current threshold in credits. */
  public double threshold() {
    return threshold;
  }

  /** Explains the current threshold. */
  public String reason() {
    return reason;
  }
}
