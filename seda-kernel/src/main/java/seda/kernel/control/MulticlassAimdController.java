package seda.kernel.control;

import java.util.ArrayList;
import java.util.List;

/**
 * The multiclass form of the paper's controller [USITS §3.3]. Each class has its own controller,
 * target and rate, and higher classes take from lower ones. If class c exceeds its target, the rate
 * of every lower class is divided by adj_lo. Once all of those are at their least rate, a counter
 * grows; past its limit, the rate of class c itself is divided by adj_d. While a higher class
 * exceeds its target, the rates of lower classes do not increase. Not thread-safe.
 */
public final class MulticlassAimdController {
  private static final double ADJ_LO = 10;
  private static final int PATIENCE = 20;

  private final AimdController.Settings settings;
  private final List<ClassState> classes = new ArrayList<>();

  private static final class ClassState {
    final TargetError fromTarget;
    double rate;
    int stuck;
    String reason = "no interval has ended yet";

    ClassState(TargetError fromTarget, double rate) {
      this.fromTarget = fromTarget;
      this.rate = rate;
    }
  }

  /**
   * Creates a controller for one stage.
   *
   * @param targetNanos targets for the 90th percentile in nanoseconds, the highest class first
   */
  public MulticlassAimdController(AimdController.Settings settings, List<Long> targetNanos) {
    this.settings = settings;
    for (long target : targetNanos) {
      TargetError fromTarget = new TargetError(settings.alpha(), () -> target);
      classes.add(new ClassState(fromTarget, settings.initialRate()));
    }
  }

  /**
   * Ends an interval of one class.
   *
   * @param rank rank of the class
   * @param p90Nanos 90th percentile of its response times
   */
  public void next(int rank, double p90Nanos) {
    ClassState own = classes.get(rank);
    double error = own.fromTarget.next(p90Nanos);
    double before = own.rate;
    String held = "";
    if (error > settings.errD()) {
      takeFrom(rank);
      held = own.rate < before || rank == classes.size() - 1 ? "" : ", lower classes give way";
    } else {
      own.stuck = 0;
      if (error < settings.errI() && noHigherIsOver(rank)) {
        set(own, own.rate - (error - settings.cI()) * settings.adjI());
      } else if (error < settings.errI()) {
        held = ", a higher class is over its target";
      }
    }
    own.reason =
        ReasonFormat.format(
            "%s %s; rate %s%s",
            settings.place(error),
            own.fromTarget.describe("p90"),
            ReasonFormat.change(before, own.rate, "/s"),
            held);
  }

  private void takeFrom(int rank) {
    boolean taken = false;
    for (ClassState lower : classes.subList(rank + 1, classes.size())) {
      double before = lower.rate;
      taken |= before > settings.rateMin();
      set(lower, before / ADJ_LO);
      lower.reason =
          "a higher class is over its target; rate "
              + ReasonFormat.change(before, lower.rate, "/s");
    }
    ClassState own = classes.get(rank);
    boolean lowest = rank == classes.size() - 1;
    if (lowest || (!taken && ++own.stuck > PATIENCE)) {
      set(own, own.rate / settings.adjD());
    }
  }

  private boolean noHigherIsOver(int rank) {
    return classes.subList(0, rank).stream().noneMatch(c -> c.fromTarget.now() > settings.errD());
  }

  private void set(ClassState of, double rate) {
    of.rate = Math.max(settings.rateMin(), Math.min(settings.rateMax(), rate));
  }

  /** Returns the current rate of a class in events per second. */
  public double rate(int rank) {
    return classes.get(rank).rate;
  }

  /** Explains the current rate of a class. */
  public String reason(int rank) {
    return classes.get(rank).reason;
  }
}
