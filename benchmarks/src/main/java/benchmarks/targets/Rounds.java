package benchmarks.targets;

import benchmarks.report.Figures;
import benchmarks.users.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The same comparison several times, ordered by the share of the capacity. */
record Rounds(List<Compared> byShare) {
  /**
   * A run under a controller beside the capacity, in answers a second, that was measured right
   * before and after it.
   */
  record Compared(RunResult run, double capacity, double share) {}

  static Rounds of(List<Compared> rounds) {
    return new Rounds(rounds.stream().sorted(Comparator.comparingDouble(Compared::share)).toList());
  }

  Compared median() {
    return byShare.get(byShare.size() / 2);
  }

  double highest(ToDoubleFunction<RunResult> figure) {
    return byShare.stream().map(Compared::run).mapToDouble(figure).max().orElseThrow();
  }

  /** The shares in words, of the median round and of all. */
  String shares() {
    return Figures.text(
        "%s (%s to %s)",
        Figures.percent(median().share()),
        Figures.percent(byShare.get(0).share()),
        Figures.percent(byShare.get(byShare.size() - 1).share()));
  }
}
