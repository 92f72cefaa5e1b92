package seda.kernel.control;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import seda.kernel.AdmissionReport;
import seda.kernel.WorkState;

/**
 * Sets the limit on the predicted response time of an event, for one class of one stage with target
 * T. {@link seda.kernel.admission.DeadlineAdmission} enforces it. For an event that entered the
 * service A ago, with {@link Prediction} p:
 *
 * <pre>
 *   admit iff A + p ≤ l·(T − d), or A + p(by share) ≤ T − d   l = the least h·g of the stages of the threads
 * </pre>
 *
 * <ul>
 *   <li>Only work served before the event counts as ahead of it. If all waiting work counted, a
 *       type with a long target would keep every type with a shorter one out of a shared pool.
 *   <li>d is the {@linkplain WorkState#delayOutside delay outside} the queue and its threads.
 *   <li>h is the {@link Headroom} for errors of the prediction, and g the {@link Gain} that follows
 *       the measured 90th percentile. All stages of the threads use the least h·g, because all wait
 *       in one queue: a stage with a looser limit would fill it and shut the others out. A stage
 *       whose service alone takes more than T/2 tightens only itself, because waiting is not the
 *       cause of its response times.
 *   <li>A stage that lags, because it admits less than 0.75 of the share that all admit, gets 0.35
 *       T more, up to 0.95 T. So a difference in service times of up to T/4 shuts no type out.
 *   <li>An owed turn needs neither h nor g: higher classes cannot delay it. While a stage lags, the
 *       others leave the class's owed time for one of its events, which they would use up
 *       otherwise.
 *   <li>An event is shed at its turn if it will miss T: waited + S90 &gt; T.
 *   <li>Refused events do not update S90, which would stay too high after a stall. So one trial
 *       event is admitted after max(1 s, T, 10·m/c) without an admission. Behind higher classes it
 *       also waits until its turn by priority or by share is due within T, so that the trial is not
 *       shed. Trials take at most a tenth of the threads' time.
 *   <li>If the least observed S90 exceeds T, no admission can hold T. The target is reported as
 *       infeasible, and the limit is that of the shortest feasible target.
 * </ul>
 *
 * <p>{@code ControllersUnderOverloadTest} runs it against no control and the papers' controllers at
 * 0.8 to 10 times the capacity; {@code arashi bench controllers} adds Gradient2, CoDel, DAGOR and
 * Bouncer.
 *
 * <p>Not thread-safe, except {@link #report}.
 */
public final class DeadlineController {
  /**
   * Share of the target that the delay outside takes at most. If it is longer, each answer is late,
   * and refusals would only prolong a pause that is over.
   */
  private static final double MOST_OUTSIDE = 0.8;

  /** Headroom for a sender in turn, as a share of the target. */
  private static final double IN_TURN = 0.7;

  private static final long LEAST_INTERVAL = 100_000_000;
  private static final long REFRESH_INTERVAL = 50_000_000;
  private static final long BURST_RECOVERY = 1_000_000_000L;
  private static final long SUSTAINED_RECOVERY = 5_000_000_000L;
  private static final long LONGEST_RECOVERY = 60_000_000_000L;

  /** A stage lags if its admitted share is below this part of the threads' admitted share. */
  private static final double LAGGING = 0.75;

  /** Additional share of T for a stage that lags. */
  private static final double ROOM = Headroom.BURST - Headroom.SUSTAINED;

  /** Fewer events do not determine a stage's admitted share. */
  private static final double LEAST_ASKED = 2;

  /** A trial happens at most once per service time of this many events. */
  private static final int TRIAL_EVERY = 10;

  private static final long LEAST_TRIAL_INTERVAL = 1_000_000_000;

  /** Ratio of the shortest feasible target to the least observed S90. */
  private static final double FEASIBLE = 1.25;

  /**
   * What other stages of the threads may read.
   *
   * @param waits false if the service alone takes most of the target
   */
  private record Published(
      double headroom, double gain, Demand.Figures demand, double mean, boolean waits, long at) {}

  /**
   * What the other stages of the threads reported.
   *
   * @param limitShare least h·g
   * @param lagging true if this stage lags
   * @param ahead the stage to which this one leaves owed time, because it lags
   */
  private record Pool(double limitShare, boolean lagging, AdmissionReport.Least ahead, long at) {}

  private final LongSupplier target;
  private final DoubleSupplier guaranteedShare;
  private final int rank;

  private final Headroom headroom = new Headroom();
  private final Gain gain = new Gain();
  private final Demand demand = new Demand();
  private Pool pool;
  private volatile Published published;

  private double unloadedP90 = Double.POSITIVE_INFINITY;
  private double predicted;
  private long lastAdmitted;

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
    headroom.endIfDue(work, rank, interval(wanted), now);
    gain.endIfDue(wanted, feasible(wanted), now);
    if (pool == null || now - pool.at() >= REFRESH_INTERVAL) {
      refresh(work, wanted, now);
    }
  }

  private static long interval(long wanted) {
    return Math.max(LEAST_INTERVAL, wanted / 2);
  }

  private void refresh(WorkState work, long wanted, long now) {
    boolean waits = !isInfeasible(wanted) && work.serviceP90() <= wanted / 2.0;
    Demand.Figures own = demand.figures(now);
    published = new Published(headroom.share(), gain.value(), own, work.serviceMean(), waits, now);
    AdmissionReport all = work.report(rank, now);
    double least = all.asked() == 0 ? 0 : LAGGING * all.admittedShare();
    boolean lags = own.share() < least;
    boolean yields = !lags && all.least().share() < least;
    AdmissionReport.Least ahead = yields ? all.least() : AdmissionReport.Least.NONE;
    pool = new Pool(all.limitShare(), lags, ahead, now);
    predict(work); // keeps reason() current without load
  }

  /** Returns what the other stages of the threads need to know. Any thread. */
  public AdmissionReport report(long now) {
    Published own = published;
    long wanted = target.getAsLong();
    if (own == null || wanted == 0) {
      return AdmissionReport.NONE;
    }
    long passed = now - own.at();
    Demand.Figures demanded = own.demand().after(passed);
    if (!own.waits()) {
      return new AdmissionReport(
          1, demanded.asked(), demanded.admitted(), AdmissionReport.Least.NONE);
    }
    // without events there are no refusals either
    double headroomNow = passed > 2 * interval(wanted) ? Headroom.BURST : own.headroom();
    return new AdmissionReport(
        headroomNow * Gain.relaxed(own.gain(), passed, wanted),
        demanded.asked(),
        demanded.admitted(),
        demanded.asked() < LEAST_ASKED
            ? AdmissionReport.Least.NONE
            : new AdmissionReport.Least(demanded.share(), wanted, own.mean()));
  }

  /** Returns the limit on the sum of the event's age and its prediction, in nanoseconds. */
  public double limit() {
    return limitShare() * feasible(target.getAsLong());
  }

  /**
   * Returns the limit for a sender in turn, while others are out. Turns keep the demand below the
   * capacity, so a queue is a burst even if refusals go on.
   */
  public double limitInTurn() {
    return Math.max(limitShare(), IN_TURN * gain.value()) * feasible(target.getAsLong());
  }

  private double limitShare() {
    double own = headroom.share() * gain.value();
    if (pool == null) {
      return own;
    }
    double least = Math.min(own, pool.limitShare());
    return pool.lagging() ? Math.max(least, Math.min(Headroom.BURST, least + ROOM)) : least;
  }

  /**
   * Returns the prediction to compare with {@link #limit}, in nanoseconds. A prediction by share is
   * reduced by the distance between limit and target, because an owed turn needs no headroom. The
   * delay outside is reduced by the limit's share for the same reason.
   */
  public double predict(WorkState work) {
    AdmissionReport.Least ahead = pool == null ? AdmissionReport.Least.NONE : pool.ahead();
    long feasible = feasible(target.getAsLong());
    double byPriority = Prediction.byPriority(work, rank, guaranteedShare.getAsDouble());
    double byShare = Prediction.byShare(work, rank, ahead.serviceNanos());
    double outside = Math.min(work.delayOutside(), MOST_OUTSIDE * feasible);
    predicted = outside + Math.min(byPriority, byShare);
    double within = Math.min(feasible, ahead.targetNanos());
    double share = limitShare();
    // the delay outside is measured, not predicted: it needs no headroom
    return Math.min(byPriority + share * outside, byShare + outside - (within - share * feasible));
  }

  /** True if no event was admitted for so long that the known service time may be outdated. */
  public boolean isTrialDue(WorkState work, long now) {
    long served = (long) (TRIAL_EVERY * work.serviceMean() / Math.max(1, work.threads()));
    long wanted = target.getAsLong();
    long interval = Math.max(LEAST_TRIAL_INTERVAL, Math.max(wanted, served));
    if (now - lastAdmitted < interval) {
      return false;
    }
    double turn = work.nanosToOwedTurn(rank, 0);
    return Double.isInfinite(turn)
        || turn <= wanted
        || Prediction.waitByPriority(work, rank, guaranteedShare.getAsDouble()) <= wanted;
  }

  /** Records an admission at a time in nanoseconds. */
  public void admitted(long nanos) {
    lastAdmitted = nanos;
    demand.judged(true, nanos);
  }

  /** Records a refusal at a time in nanoseconds. */
  public void refused(long nanos) {
    headroom.refused();
    demand.judged(false, nanos);
  }

  /**
   * Records a refusal for the sender's level. It says nothing about errors of the prediction, so
   * the headroom ignores it.
   */
  public void outOfTurn(long nanos) {
    demand.judged(false, nanos);
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
    // a wait of less than a thousandth of the target counts as none
    if (waitingNanos < target.getAsLong() / 1_000) {
      headroom.servedAtOnce();
    }
    gain.completed(responseNanos);
  }

  /**
   * Returns the delay after which refused clients should return, in nanoseconds: the time of the
   * work ahead. It is at least 5 s under sustained overload, to limit the cost of repeated
   * refusals.
   */
  public long recoveryNanos() {
    long least = headroom.isSustained() ? SUSTAINED_RECOVERY : BURST_RECOVERY;
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
        headroom.isSustained()
            ? "sustained overload"
            : headroom.hasRefused() ? "a burst" : "all fit";
    return ReasonFormat.format(
        "%s%s: %s, admitting up to %s (target %s × %.2f%s)%s",
        infeasible,
        state,
        predicted == 0
            ? "nothing to predict from yet"
            : "predicted " + ReasonFormat.time(predicted),
        ReasonFormat.time(limit()),
        ReasonFormat.time(wanted),
        limitShare(),
        pool != null && pool.lagging() ? ", more than other stages because it lags" : "",
        gain.p90() == 0 ? "" : ", measured p90 " + ReasonFormat.time(gain.p90()));
  }
}
