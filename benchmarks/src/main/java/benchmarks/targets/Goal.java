package benchmarks.targets;

import benchmarks.report.Figures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A goal of the evaluation and what was measured. Code decides whether it is reached, so a page
 * cannot claim more than the stored runs say.
 *
 * @param name by which pages refer to it: {@code <!-- claim: name -->}
 * @param text the goal
 * @param measured the worst value and its run
 * @param verdict whether it is reached
 */
record Goal(String name, String text, String measured, Verdict verdict) {
  /** Whether a goal is reached. */
  enum Verdict {
    REACHED("yes"),
    MISSED("**no**"),
    /** Runs are missing. */
    UNMEASURED("not measured");

    final String word;

    Verdict(String word) {
      this.word = word;
    }
  }

  /** A goal whose values must not exceed a limit. A run without the figure misses it. */
  static Goal atMost(
      String name,
      String text,
      List<Measurement> runs,
      ToDoubleFunction<Measurement> value,
      double limit) {
    return of(name, text, runs, value, limit, 1);
  }

  /** A goal whose values must reach a limit. A run without the figure misses it. */
  static Goal atLeast(
      String name,
      String text,
      List<Measurement> runs,
      ToDoubleFunction<Measurement> value,
      double limit) {
    return of(name, text, runs, value, limit, -1);
  }

  private static Goal of(
      String name,
      String text,
      List<Measurement> runs,
      ToDoubleFunction<Measurement> value,
      double limit,
      int sign) {
    if (runs.isEmpty()) {
      return new Goal(name, text, "", Verdict.UNMEASURED);
    }
    Measurement worst = runs.get(0);
    for (Measurement run : runs) {
      double theirs = sign * value.applyAsDouble(run);
      double most = sign * value.applyAsDouble(worst);
      if (Double.isNaN(theirs) || theirs > most) {
        worst = run;
      }
      if (Double.isNaN(theirs)) {
        break;
      }
    }
    double found = value.applyAsDouble(worst);
    String measured =
        Figures.text(
            "%s at %s on %s%s",
            Double.isNaN(found) ? "never" : number(found),
            worst.key().load(),
            worst.key().database(),
            runs.size() == 1 ? "" : ", the worst of " + runs.size() + " runs");
    boolean reached = sign * found <= sign * limit;
    return new Goal(name, text, measured, reached ? Verdict.REACHED : Verdict.MISSED);
  }

  static String number(double value) {
    return Figures.text(Math.abs(value) < 10 ? "%.3f" : "%.1f", value).replaceAll("\\.?0+$", "");
  }
}
