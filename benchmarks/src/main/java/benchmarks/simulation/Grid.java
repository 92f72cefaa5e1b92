package benchmarks.simulation;

import benchmarks.baselines.Baseline;
import java.util.ArrayList;
import java.util.List;

/** The variants of each baseline, from which the tuning takes the best. */
final class Grid {
  private Grid() {}

  /**
   * A variant of a baseline.
   *
   * @param parameters its parameters, as in the settings
   */
  record Variant(Baseline baseline, String parameters) {
    private static Variant of(String name, String kind, String parameters) {
      return new Variant(Baseline.named(name).with(kind, parameters), parameters);
    }
  }

  static List<Variant> variants() {
    List<Variant> all = new ArrayList<>();
    aimd(all);
    for (String statistic : List.of("mean", "p90")) {
      for (String growth : List.of("1", "10")) {
        for (String timeout : List.of("1 s", "100 ms")) {
          all.add(
              Variant.of(
                  "threshold",
                  "queue-threshold",
                  "statistic = %s, growth = %s, timeout = %s"
                      .formatted(statistic, growth, timeout)));
        }
      }
    }
    for (String tolerance : List.of("1.5", "2", "4")) {
      for (String least : List.of("4", "20", "100")) {
        all.add(
            Variant.of(
                "gradient2",
                "gradient2",
                "tolerance = %s, min-limit = %s".formatted(tolerance, least)));
      }
    }
    for (String delay : List.of("5 ms", "20 ms", "50 ms")) {
      for (String interval : List.of("50 ms", "80 ms", "100 ms")) {
        all.add(
            Variant.of("codel", "codel", "delay = %s, interval = %s".formatted(delay, interval)));
      }
    }
    dagor(all);
    for (String slo : List.of("1", "0.8", "0.6")) {
      for (String remedy : List.of("none", "acceptance-allowance", "helping-the-underserved")) {
        all.add(Variant.of("bouncer", "bouncer", "slo = %s, remedy = %s".formatted(slo, remedy)));
      }
    }
    return all;
  }

  /** Per stage, and one for all. */
  private static void aimd(List<Variant> all) {
    for (String timeout : List.of("1 s", "100 ms")) {
      for (String speed : List.of("100", "250")) {
        for (String depth : List.of("1", "10", "32")) {
          String parameters =
              "speed = %s, depth = %s, timeout = %s".formatted(speed, depth, timeout);
          all.add(Variant.of("aimd", "response-time", parameters));
          all.add(Variant.of("single", "single", parameters));
        }
      }
    }
  }

  private static void dagor(List<Variant> all) {
    for (String window : List.of("1 s", "100 ms")) {
      for (String wait : List.of("5 ms", "20 ms", "50 ms")) {
        for (String gains : List.of("alpha = 0.05, beta = 0.01", "alpha = 0.2, beta = 0.05")) {
          all.add(
              Variant.of(
                  "dagor", "dagor", "window = %s, wait = %s, %s".formatted(window, wait, gains)));
        }
      }
    }
  }
}
