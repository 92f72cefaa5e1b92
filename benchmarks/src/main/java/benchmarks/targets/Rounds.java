package benchmarks.targets;

import benchmarks.report.Figures;
import benchmarks.users.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Repetitions of a comparison, ordered by the share of the capacity. */
final class Rounds {
  private final List<Compared> byShare = new ArrayList<>();

  /** A run, the mean capacity around it in answers a second, and the run's share of that. */
  record Compared(RunResult run, double capacity, double share) {}

  void add(Compared round) {
    byShare.add(round);
    byShare.sort(Comparator.comparingDouble(Compared::share));
  }

  Compared median() {
    return byShare.get(byShare.size() / 2);
  }

  double highest(ToDoubleFunction<RunResult> figure) {
    return Figures.highest(byShare, round -> figure.applyAsDouble(round.run));
  }

  /** The median share and the range of all shares, as text. */
  String shares() {
    return Figures.text(
        "%s (%s to %s)",
        Figures.percent(median().share()),
        Figures.percent(byShare.get(0).share()),
        Figures.percent(byShare.get(byShare.size() - 1).share()));
  }
}
