package benchmarks.simulation;

import benchmarks.baselines.Baseline;
import java.util.ArrayList;
import java.util.List;

/** The variants of each baseline, from which the tuning takes the best. */
final class Grid {
  private static final List<List<String>> AIMD =
      List.of(
          List.of("speed = 10", "speed = 25", "speed = 100", "speed = 250"),
          List.of("depth = 1", "depth = 10", "depth = 32"),
          List.of("timeout = 1 s", "timeout = 100 ms"));

  private static final List<List<String>> THRESHOLD =
      List.of(
          List.of("statistic = mean", "statistic = p90"),
          List.of("threshold-max = 10000", "threshold-max = 100", "threshold-max = 30"),
          List.of("timeout = 1 s", "timeout = 100 ms"));

  private static final List<List<String>> GRADIENT2 =
      List.of(
          List.of("tolerance = 1.5", "tolerance = 2", "tolerance = 4"),
          List.of("min-limit = 4", "min-limit = 20", "min-limit = 100"));

  private static final List<List<String>> CODEL =
      List.of(
          List.of("delay = 5 ms", "delay = 20 ms", "delay = 50 ms"),
          List.of("interval = 50 ms", "interval = 80 ms", "interval = 100 ms"));

  private static final List<List<String>> DAGOR =
      List.of(
          List.of("window = 1 s", "window = 100 ms"),
          List.of("wait = 5 ms", "wait = 20 ms"),
          List.of(
              "alpha = 0.05, beta = 0.01", "alpha = 0.2, beta = 0.05", "alpha = 0.5, beta = 0.05"));

  private static final List<List<String>> BOUNCER =
      List.of(
          List.of("slo = 1", "slo = 0.8", "slo = 0.6"),
          List.of(
              "remedy = none",
              "remedy = acceptance-allowance, strength = 0.02",
              "remedy = acceptance-allowance, strength = 0.05",
              "remedy = helping-the-underserved, strength = 0.1",
              "remedy = helping-the-underserved, strength = 1"));

  private Grid() {}

  /**
   * A variant of a baseline.
   *
   * @param parameters its parameters, as in the settings
   */
  record Variant(Baseline baseline, String parameters) {}

  /** Returns all variants. */
  static List<Variant> variants() {
    List<Variant> all = new ArrayList<>();
    for (String kind : List.of("aimd response-time", "single single")) {
      String name = kind.substring(0, kind.indexOf(' '));
      add(all, name, kind.substring(name.length() + 1), AIMD);
    }
    add(all, "threshold", "queue-threshold", THRESHOLD);
    add(all, "gradient2", "gradient2", GRADIENT2);
    add(all, "codel", "codel", CODEL);
    add(all, "dagor", "dagor", DAGOR);
    add(all, "bouncer", "bouncer", BOUNCER);
    return all;
  }

  /** Adds all combinations of one value of each row. */
  private static void add(List<Variant> to, String name, String kind, List<List<String>> rows) {
    List<String> combined = List.of("");
    for (List<String> row : rows) {
      List<String> next = new ArrayList<>();
      for (String before : combined) {
        row.forEach(value -> next.add(before.isEmpty() ? value : before + ", " + value));
      }
      combined = next;
    }
    for (String parameters : combined) {
      to.add(new Variant(Baseline.named(name).with(kind, parameters), parameters));
    }
  }
}
