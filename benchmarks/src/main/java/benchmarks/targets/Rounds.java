package benchmarks.targets;

import benchmarks.users.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The same comparison several times.
 *
 * @param byShare ordered by the share of the capacity
 */
record Rounds(List<Compared> byShare) {

  static Rounds of(List<Compared> rounds) {
    return new Rounds(rounds.stream().sorted(Comparator.comparingDouble(Compared::share)).toList());
  }

  /** The round with the median share. */
  Compared median() {
    return byShare.get(byShare.size() / 2);
  }

  /** The highest of all rounds. */
  double highest(ToDoubleFunction<RunResult> figure) {
    return byShare.stream().map(Compared::run).mapToDouble(figure).max().orElseThrow();
  }

  /** The shares in words, of the median round and of all. */
  String shares() {
    return Text.of(
        "%s (%s to %s)",
        Text.percent(median().share()),
        Text.percent(byShare.get(0).share()),
        Text.percent(byShare.get(byShare.size() - 1).share()));
  }
}
