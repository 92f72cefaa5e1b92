package seda.kernel.control;

import java.time.Duration;

/**
 * The response-time controller of the paper [USITS §3.2]: sets the rate at which a stage admits,
 * additively up and multiplicatively down.
 *
 * <pre>
 *   cur ← α·cur + (1 − α)·samp          samp: p90 of the interval
 *   err = (cur − target) / target
 *   err &gt; err_d :  rate ← rate / adj_d
 *   err &lt; err_i :  rate ← rate − (err − c_i)·adj_i
 * </pre>
 */
public final class AimdController {
  private final Settings settings;
  private final TargetError fromTarget;
  private double rate;
  private String reason = "no interval has ended yet";

  /**
   * The paper's parameters, by its names.
   *
   * @param alpha weight of the past
   * @param errI error under which the rate grows
   * @param errD error over which it is cut
   * @param adjI slope of the growth, in events a second
   * @param adjD divisor of the cut
   * @param cI offset of the growth
   * @param rateMin least rate, events a second
   * @param rateMax greatest rate
   * @param initialRate rate before the first interval
   */
  public record Settings(
      double alpha,
      double errI,
      double errD,
      double adjI,
      double adjD,
      double cI,
      double rateMin,
      double rateMax,
      double initialRate) {
    /** As in the paper. */
    public static final Settings PAPER =
        new Settings(0.7, -0.5, 0, 2.0, 1.2, -0.1, 0.05, 5_000, 100);

    /**
     * The same for a service that is so many times as fast: the paper's rates are for one that
     * takes about 100 ms for a request. What has no unit stays as it is.
     */
    public Settings forSpeed(double speed) {
      return new Settings(
          alpha,
          errI,
          errD,
          adjI * speed,
          adjD,
          cI,
          rateMin * speed,
          rateMax * speed,
          initialRate * speed);
    }

    /** Where an error is, in words. */
    String place(double error) {
      return error > errD ? "over" : error < errI ? "well under" : "near";
    }
  }

  /**
   * A controller for one stage.
   *
   * @param target 90th percentile to hold
   */
  public AimdController(Settings settings, Duration target) {
    this.settings = settings;
    this.fromTarget = new TargetError(settings.alpha(), target.toNanos());
    this.rate = settings.initialRate();
  }

  /**
   * The rate after an interval, in events a second.
   *
   * @param p90Nanos 90th percentile of the interval's response times
   */
  public double next(double p90Nanos) {
    double error = fromTarget.next(p90Nanos);
    double before = rate;
    if (error > settings.errD()) {
      rate /= settings.adjD();
    } else if (error < settings.errI()) {
      rate -= (error - settings.cI()) * settings.adjI();
    }
    rate = Math.max(settings.rateMin(), Math.min(settings.rateMax(), rate));
    explain(error, before);
    return rate;
  }

  private void explain(double error, double before) {
    reason =
        ReasonFormat.format(
            "%s %s; rate %s",
            settings.place(error), fromTarget.describe(), ReasonFormat.change(before, rate, "/s"));
  }

  /** The rate now, in events a second. */
  public double rate() {
    return rate;
  }

  /** Why the rate is what it is. */
  public String reason() {
    return reason;
  }
}
