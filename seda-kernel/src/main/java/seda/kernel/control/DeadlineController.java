package seda.kernel.control;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import seda.kernel.QueueState;

/**
 * Admits an event if its predicted 90th percentile of the response time fits its target. For a
 * stage whose threads c have work W ahead of the event, with variance V, and whose service time has
 * mean m and 90th percentile S90, and an event that entered the service A ago:
 *
 * <pre>
 *   p = A + W/c + m + sqrt(1.64·V/c² + (S90 − m)²)      admit iff p ≤ g·h·T
 * </pre>
 *
 * <ul>
 *   <li>An event that comes while a thread is idle is never refused.
 *   <li>What is refused tells nothing of S90, which would stay too high for ever after a stall, or
 *       of a service that was cold. So after max(1 s, T, 10·m/c) in which none was admitted, one is
 *       on trial, which takes a tenth of the threads' time at most.
 *   <li>W is what will be served before the event. Were it all that waits, a type with a long
 *       target would keep every one with a shorter target out of the pool that they share.
 *   <li>h leaves room for what the prediction does not see: 0.95 for bursts; 0.6 while overload is
 *       sustained, that is, after an interval of max(0.1 s, T/2) with refusals in which nothing was
 *       served without waiting; 0.95 again after two intervals without a refusal. Refusals of its
 *       class at all stages of the threads count: else the stage that refuses first would have to
 *       refuse for all of them.
 *   <li>g, from 0.5 to 1, follows the measured 90th percentile slowly, and only tightens, so that
 *       it stays below 0.85 T: were it at T, a tenth of all answers would be late.
 *   <li>At its turn an event that has waited so long that T will be missed is given up: waited +
 *       S90 &gt; T.
 *   <li>A lower class has its own work done at no more than the share that higher classes leave,
 *       and no less than the share that it is guaranteed. While it has had less than that lately,
 *       it does not wait for higher classes either: then p is reckoned with its own work at that
 *       share alone, and what finds none of its class waiting is admitted.
 *   <li>If the least S90 seen is over T already, no admission can hold T: the target is reported as
 *       infeasible, and admission works for the shortest that is feasible.
 * </ul>
 *
 * Found by simulating the controllers of [USITS], Gradient2, Vegas, DAGOR, CoDel and PID under one
 * workload; the prediction is that of a queue whose waiting time is normal, after the central limit
 * theorem. Not thread-safe.
 */
public final class DeadlineController {
  private static final double BURST = 0.95;
  private static final double SUSTAINED = 0.6;
  private static final double LEAST_GAIN = 0.5;
  private static final double AIM = 0.85;
  private static final double NORMAL_P90_SQUARED = 1.64;
  private static final long LEAST_INTERVAL = 100_000_000;
  private static final int GAIN_SAMPLES = 100;
  private static final long BURST_RECOVERY = 1_000_000_000L;
  private static final long SUSTAINED_RECOVERY = 5_000_000_000L;
  private static final long LONGEST_RECOVERY = 60_000_000_000L;

  /** One event is on trial in the time that the threads need for so many. */
  private static final int TRIAL_EVERY = 10;

  private static final long LEAST_TRIAL_INTERVAL = 1_000_000_000;

  /** How much longer than the service's own S90 a feasible target is at least. */
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

  /**
   * Of what was ahead of the event that was judged last, what is of its own class; its variance.
   */
  private double ownWork;

  private double ownVariance;

  private double measuredP90;
  private long lastRefused;

  /**
   * A controller for one class of one stage.
   *
   * @param target in nanoseconds; 0 if there is none
   * @param guaranteedShare of the threads' time that this class keeps, whatever the higher ones do
   * @param rank of the class
   */
  public DeadlineController(LongSupplier target, DoubleSupplier guaranteedShare, int rank) {
    this.target = target;
    this.guaranteedShare = guaranteedShare;
    this.rank = rank;
  }

  /**
   * Judges an event that would enter this queue now; {@link #admitted} is called if it does.
   *
   * @param sinceArrivalNanos since it entered the service
   */
  public boolean admits(QueueState queue, long sinceArrivalNanos) {
    long wanted = target.getAsLong();
    if (wanted == 0) {
      return true;
    }
    endInterval(queue, wanted);
    if (queue.idleThreads() > 0) {
      return true;
    }
    predicted = sinceArrivalNanos + predict(queue);
    boolean admitted =
        predicted <= limit(wanted)
            || isOwed(queue, sinceArrivalNanos, wanted)
            || isTrialDue(queue, wanted);
    if (!admitted) {
      refused++;
    }
    return admitted;
  }

  /** An event enters the queue, at a time in nanoseconds. */
  public void admitted(long nanos) {
    lastAdmitted = nanos;
  }

  private double limit(long wanted) {
    return gain * headroom * feasible(wanted);
  }

  private double predict(QueueState queue) {
    double p90 = queue.serviceP90();
    if (p90 > 0) {
      unloadedP90 = Math.min(p90, unloadedP90);
    }
    double work = queue.workAhead(rank);
    double variance = queue.workVariance(rank);
    if (rank > 0) {
      double higher = queue.workHigher(rank);
      double share = Math.max(guaranteedShare.getAsDouble(), queue.shareLeft(rank));
      ownWork = work - higher;
      ownVariance = variance - queue.varianceHigher(rank);
      work = share > 0 ? higher + ownWork / share : Double.POSITIVE_INFINITY;
    }
    return predict(queue, work, variance);
  }

  /** From when work of that variance is ahead, until the event is done. */
  private static double predict(QueueState queue, double work, double variance) {
    double threads = Math.max(1, queue.threads());
    double mean = queue.serviceMean();
    double spread = queue.serviceP90() - mean;
    return work / threads
        + mean
        + Math.sqrt(NORMAL_P90_SQUARED * variance / (threads * threads) + spread * spread);
  }

  /** A lower class that has less than its share lately is owed service. */
  private boolean isOwed(QueueState queue, long sinceArrivalNanos, long wanted) {
    double share = guaranteedShare.getAsDouble();
    if (rank == 0 || queue.shareLeft(rank) - queue.shareLeft(rank + 1) >= share) {
      return false;
    }
    double atShare = predict(queue, ownWork / share, ownVariance / (share * share));
    return ownWork == 0 || sinceArrivalNanos + atShare <= limit(wanted);
  }

  /** None was admitted for so long that what is known of their service time may be of the past. */
  private boolean isTrialDue(QueueState queue, long wanted) {
    long served = (long) (TRIAL_EVERY * queue.serviceMean() / Math.max(1, queue.threads()));
    long interval = Math.max(LEAST_TRIAL_INTERVAL, Math.max(wanted, served));
    return queue.nanos() - lastAdmitted >= interval;
  }

  private long feasible(long wanted) {
    return isInfeasible(wanted) ? (long) (FEASIBLE * unloadedP90) : wanted;
  }

  private boolean isInfeasible(long wanted) {
    return unloadedP90 != Double.POSITIVE_INFINITY && unloadedP90 > wanted;
  }

  /** Whether the target is shorter than what the service takes without any load. */
  public boolean isInfeasible() {
    return isInfeasible(target.getAsLong());
  }

  /** Judges an event whose turn has come. */
  public boolean isTooLate(long sinceArrivalNanos, double serviceP90Nanos) {
    long wanted = target.getAsLong();
    if (wanted == 0 || sinceArrivalNanos <= 0) {
      return false;
    }
    // after a stall S90 is over T for a while: then only what has missed T already is given up
    long feasible = feasible(wanted);
    return sinceArrivalNanos > feasible
        || (sinceArrivalNanos + serviceP90Nanos > feasible && serviceP90Nanos < feasible);
  }

  /** An event completed. */
  public void completed(long waitingNanos, long responseNanos) {
    long wanted = target.getAsLong();
    // what waited for less than a thousandth of the target was served at once
    servedAtOnce |= waitingNanos < wanted / 1_000;
    responses[responseCount++] = responseNanos;
    if (responseCount == GAIN_SAMPLES) {
      follow(wanted);
    }
  }

  private void follow(long wanted) {
    java.util.Arrays.sort(responses);
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

  private void endInterval(QueueState queue, long wanted) {
    long now = queue.nanos();
    long length = Math.max(LEAST_INTERVAL, wanted / 2);
    if (now - intervalStart < length) {
      return;
    }
    if (refused > 0 || queue.refusedSince(rank, intervalStart)) {
      quietIntervals = 0;
      if (!servedAtOnce && !queue.idleSince(intervalStart)) {
        headroom = SUSTAINED;
      }
    } else if (++quietIntervals >= 2) {
      headroom = BURST;
    }
    lastRefused = refused;
    refused = 0;
    servedAtOnce = false;
    intervalStart = now;
    predicted = predict(queue); // also without load, so that an infeasible target shows at once
  }

  /**
   * When those who are refused now should come back: when the work ahead of them is done. While the
   * overload lasts, not so soon that refusing them again and again is what the service is busy
   * with.
   */
  public long recoveryNanos() {
    long least = headroom == SUSTAINED ? SUSTAINED_RECOVERY : BURST_RECOVERY;
    return Math.max(least, Math.min(LONGEST_RECOVERY, (long) predicted));
  }

  /** What is done now, and why, in words. */
  public String reason() {
    long wanted = target.getAsLong();
    if (wanted == 0) {
      return "no target";
    }
    String infeasible =
        isInfeasible(wanted)
            ? Words.of(
                "target %s is infeasible: the service alone takes %s; ",
                Words.time(wanted), Words.time(unloadedP90))
            : "";
    String state =
        headroom == SUSTAINED
            ? "sustained overload"
            : lastRefused == 0 && refused == 0 ? "all fit" : "a burst";
    return Words.of(
        "%s%s: %s, admitting up to %s (target %s × %.2f × %.2f)%s",
        infeasible,
        state,
        predicted == 0 ? "nothing to predict from yet" : "predicted " + Words.time(predicted),
        Words.time(limit(wanted)),
        Words.time(wanted),
        headroom,
        gain,
        measuredP90 == 0 ? "" : ", measured p90 " + Words.time(measuredP90));
  }
}
