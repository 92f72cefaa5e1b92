package seda.kernel.control;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The paper's response-time controller [USITS §3.2]. It sets a stage's admission rate: additive
 * increase, multiplicative decrease.
 *
 * <pre>
 *   cur ← α·cur + (1 − α)·samp          samp: p90 of the interval
 *   err = (cur − target) / target
 *   err &gt; err_d :  rate ← rate / adj_d
 *   err &lt; err_i :  rate ← rate − (err − c_i)·adj_i
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class AimdController {
  private final Settings settings;
  private final TargetError fromTarget;
  private double rate;
  private String reason = "no interval has ended yet";

  /**
   * The paper's parameters, with its names.
   *
   * @param alpha weight of the past
   * @param errI error below which the rate increases
   * @param errD error above which the rate decreases
   * @param adjI slope of the increase, in events per second
   * @param adjD divisor of the decrease
   * @param cI offset of the increase
   * @param rateMin least rate, in events per second
   * @param rateMax greatest rate, in events per second
   * @param initialRate rate before the first interval, in events per second
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
    /** The paper's values. */
    public static final Settings PAPER =
        new Settings(0.7, -0.5, 0, 2.0, 1.2, -0.1, 0.05, 5_000, 100);

    /**
     * Scales the rates for a service that is {@code speed} times as fast. The paper's values suit a
     * service with requests of about 100 ms. Dimensionless parameters stay the same.
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

    /** Describes an error relative to the thresholds. */
    String place(double error) {
      return error > errD ? "over" : error < errI ? "well under" : "near";
    }
  }

  /**
   * Creates a controller for one stage.
   *
   * @param target target for the 90th percentile of the response time
   */
  public AimdController(Settings settings, Duration target) {
    this(settings, target::toNanos);
  }

  /**
   * Creates a controller whose target may change.
   *
   * @param targetNanos target in nanoseconds, read at each interval; 0 if there is none
   */
  public AimdController(Settings settings, LongSupplier targetNanos) {
    this.settings = settings;
    this.fromTarget = new TargetError(settings.alpha(), targetNanos);
    this.rate = settings.initialRate();
  }

  /**
   * Returns the rate after an interval, in events per second.
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
            settings.place(error),
            fromTarget.describe("p90"),
            ReasonFormat.change(before, rate, "/s"));
  }

  /** Returns the current rate in events per second. */
  public double rate() {
    return rate;
  }

  /** Explains the current rate. */
  public String reason() {
    return reason;
  }
}
