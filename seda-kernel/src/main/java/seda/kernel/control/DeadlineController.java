package seda.kernel.control;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import seda.kernel.WorkState;

/**
 * Sets the limit on the predicted response time of an event, for one class of one stage with target
 * T. {@link seda.kernel.admission.DeadlineAdmission} enforces it. For an event that entered the
 * service A ago, with {@link Prediction} p:
 *
 * <pre>
 *   admit iff A + p ≤ g·h·T, or A + p(by share) ≤ T
 * </pre>
 *
 * <ul>
 *   <li>Only work served before the event counts as ahead of it. If all waiting work counted, a
 *       type with a long target would keep every type with a shorter one out of a shared pool.
 *   <li>h is the headroom for errors of the prediction: 0.95 for bursts and 0.6 under sustained
 *       overload. Sustained overload begins after an interval of max(0.1 s, T/2) with refusals in
 *       which no event was served without waiting. It ends after two intervals without a refusal.
 *       Refusals of the class at all stages of the threads count: otherwise the stage that refuses
 *       first would refuse for all of them.
 *   <li>g, from 0.5 to 1, follows the measured 90th percentile slowly to keep it below 0.85 T, and
 *       only tightens the limit. At T itself, a tenth of all answers would be late.
 *   <li>An owed turn needs neither h nor g: higher classes cannot delay it.
 *   <li>An event is shed at its turn if it will miss T: waited + S90 &gt; T.
 *   <li>Refused events do not update S90, which would stay too high after a stall. So one trial
 *       event is admitted after max(1 s, T, 10·m/c) without an admission. Behind higher classes it
 *       also waits until its turn by priority or by share is due within T, so that the trial is not
 *       shed. Trials take at most a tenth of the threads' time.
 *   <li>If the least observed S90 exceeds T, no admission can hold T. The target is reported as
 *       infeasible, and the limit is that of the shortest feasible target.
 * </ul>
 *
 * <p>Chosen by simulation against the controllers of [USITS], Gradient2, Vegas, DAGOR, CoDel and
 * PID under one workload. Not thread-safe.
 */
public final class DeadlineController {
  private static final double BURST = 0.95;
  private static final double SUSTAINED = 0.6;
  private static final double LEAST_GAIN = 0.5;
  private static final double AIM = 0.85;
  private static final long LEAST_INTERVAL = 100_000_000;
  private static final int GAIN_SAMPLES = 100;
  private static final long BURST_RECOVERY = 1_000_000_000L;
  private static final long SUSTAINED_RECOVERY = 5_000_000_000L;
  private static final long LONGEST_RECOVERY = 60_000_000_000L;

  /** A trial happens at most once per service time of this many events. */
  private static final int TRIAL_EVERY = 10;

  private static final long LEAST_TRIAL_INTERVAL = 1_000_000_000;

  /** Ratio of the shortest feasible target to the least observed S90. */
  private static final double FEASIBLE = 1.25;

  private final LongSupplier target;
  private final DoubleSupplier guaranteedShare;
  private final int rank;

  private double headroom = BURST;
  private double gain = 1;
  private double unloadedP90 = Double.POSITIVE_INFINITY;

  private long intervalStart;
  private long refused;
  private boolean servedAtOnce;
  private int quietIntervals;

  private final long[] responses = new long[GAIN_SAMPLES];
  private int responseCount;

  private double predicted;
  private long lastAdmitted;

  private double measuredP90;
  private long lastRefused;

  /**
   * Creates a controller for one class of one stage.
   *
   * @param target target in nanoseconds; 0 if there is none
   * @param guaranteedShare share of thread time that this class keeps, independent of higher
   *     classes
   * @param rank rank of the class
   */
  public DeadlineController(LongSupplier target, DoubleSupplier guaranteedShare, int rank) {
    this.target = target;
    this.guaranteedShare = guaranteedShare;
    this.rank = rank;
  }

  /** True if the class has a target; without one, every event is admitted. */
  public boolean hasTarget() {
    return target.getAsLong() != 0;
  }

  /** Observes the threads' work when an event is judged; ends intervals. */
  public void observe(WorkState work, long now) {
    long wanted = target.getAsLong();
    double p90 = work.serviceP90();
    if (p90 > 0) {
      unloadedP90 = Math.min(p90, unloadedP90);
    }
    if (now - intervalStart >= Math.max(LEAST_INTERVAL, wanted / 2)) {
      endInterval(work, now);
    }
  }

  /** Returns the limit on the sum of the event's age and its prediction, in nanoseconds. */
  public double limit() {
    return limit(target.getAsLong());
  }

  private double limit(long wanted) {
    return gain * headroom * feasible(wanted);
  }

  /**
   * Returns the prediction to compare with {@link #limit}, in nanoseconds. A prediction by share is
   * reduced by the distance between limit and target, because an owed turn needs no headroom.
   */
  public double predict(WorkState work) {
    long wanted = target.getAsLong();
    double byPriority = Prediction.byPriority(work, rank, guaranteedShare.getAsDouble());
    double byShare = Prediction.byShare(work, rank);
    predicted = Math.min(byPriority, byShare);
    return Math.min(byPriority, byShare - (feasible(wanted) - limit(wanted)));
  }

  /** True if no event was admitted for so long that the known service time may be outdated. */
  public boolean isTrialDue(WorkState work, long now) {
    long served = (long) (TRIAL_EVERY * work.serviceMean() / Math.max(1, work.threads()));
    long wanted = target.getAsLong();
    long interval = Math.max(LEAST_TRIAL_INTERVAL, Math.max(wanted, served));
    if (now - lastAdmitted < interval) {
      return false;
    }
    double turn = work.nanosToOwedTurn(rank);
    return Double.isInfinite(turn)
        || turn <= wanted
        || Prediction.waitByPriority(work, rank, guaranteedShare.getAsDouble()) <= wanted;
  }

  /** Records an admission at a time in nanoseconds. */
  public void admitted(long nanos) {
    lastAdmitted = nanos;
  }

  /** Records a refusal. */
  public void refused() {
    refused++;
  }

  private long feasible(long wanted) {
    return isInfeasible(wanted) ? (long) (FEASIBLE * unloadedP90) : wanted;
  }

  private boolean isInfeasible(long wanted) {
    return unloadedP90 != Double.POSITIVE_INFINITY && unloadedP90 > wanted;
  }

  /** True if the target is shorter than the service time without load. */
  public boolean isInfeasible() {
    return isInfeasible(target.getAsLong());
  }

  /** True if an event whose turn has come should be shed. */
  public boolean isTooLate(long sinceArrivalNanos, double serviceP90Nanos) {
    long wanted = target.getAsLong();
    if (wanted == 0 || sinceArrivalNanos <= 0) {
      return false;
    }
    // after a stall S90 exceeds T for a while: then shed only events that have already missed T
    long feasible = feasible(wanted);
    return sinceArrivalNanos > feasible
        || (sinceArrivalNanos + serviceP90Nanos > feasible && serviceP90Nanos < feasible);
  }

  /** Records a completion. */
  public void completed(long waitingNanos, long responseNanos) {
    long wanted = target.getAsLong();
    // a wait of less than a thousandth of the target counts as none
    servedAtOnce |= waitingNanos < wanted / 1_000;
    responses[responseCount++] = responseNanos;
    if (responseCount == GAIN_SAMPLES) {
      follow(wanted);
    }
  }

  private void follow(long wanted) {
    Arrays.sort(responses);
    measuredP90 = responses[(int) Math.ceil(0.9 * GAIN_SAMPLES) - 1];
    responseCount = 0;
    if (wanted == 0) {
      return;
    }
    double over = measuredP90 / (AIM * feasible(wanted));
    if (over > 1) {
      gain = Math.max(LEAST_GAIN, gain / Math.min(1.2, over));
    } else if (over < 0.9) {
      gain = Math.min(1, gain * Math.min(1.05, 0.9 / over));
    }
  }

  private void endInterval(WorkState work, long now) {
    if (refused > 0 || work.refusedSince(rank, intervalStart)) {
      quietIntervals = 0;
      if (!servedAtOnce && !work.idleSince(intervalStart)) {
        headroom = SUSTAINED;
      }
    } else if (++quietIntervals >= 2) {
      headroom = BURST;
    }
    lastRefused = refused;
    refused = 0;
    servedAtOnce = false;
    intervalStart = now;
    predict(work); // keeps reason() current without load
  }

  /**
   * Returns the delay after which refused clients should return, in nanoseconds: the time of the
   * work ahead. It is at least 5 s under sustained overload, to limit the cost of repeated
   * refusals.
   */
  public long recoveryNanos() {
    long least = headroom == SUSTAINED ? SUSTAINED_RECOVERY : BURST_RECOVERY;
    return Math.max(least, Math.min(LONGEST_RECOVERY, (long) predicted));
  }

  /** Explains the current limit. */
  public String reason() {
    long wanted = target.getAsLong();
    if (wanted == 0) {
      return "no target";
    }
    String infeasible =
        isInfeasible(wanted)
            ? ReasonFormat.format(
                "target %s is infeasible: the service alone takes %s; ",
                ReasonFormat.time(wanted), ReasonFormat.time(unloadedP90))
            : "";
    String state =
        headroom == SUSTAINED
            ? "sustained overload"
            : lastRefused == 0 && refused == 0 ? "all fit" : "a burst";
    return ReasonFormat.format(
        "%s%s: %s, admitting up to %s (target %s × %.2f × %.2f)%s",
        infeasible,
        state,
        predicted == 0
            ? "nothing to predict from yet"
            : "predicted " + ReasonFormat.time(predicted),
        ReasonFormat.time(limit(wanted)),
        ReasonFormat.time(wanted),
        headroom,
        gain,
        measuredP90 == 0 ? "" : ", measured p90 " + ReasonFormat.time(measuredP90));
  }
}
