package benchmarks.baselines;

import benchmarks.report.BenchmarkException;
import benchmarks.users.UserRequestType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A way to control overload, to compare with the product's own. Its settings are those of a file
 * for {@code --config}: they set the admission of the users' request types, with the parameters
 * that {@code arashi bench controllers} found best.
 *
 * @param name name in file names and options
 * @param title name in tables
 * @param settings HOCON; empty for the product's own control
 */
public record Baseline(String name, String title, String settings) {
  private static final String FULL_QUALITY = "mail.quality-control = off\n";

  /** Depth 1 scores higher in overload, but refuses a quarter of the requests at 0.8 × capacity. */
  private static final String AIMD = "speed = 10, depth = 10, timeout = 100 ms";

  /** CoDel's companion is adaptive LIFO [Maurer 2015]. */
  private static final String ORDER_OF_CODEL = "seda.domains.mail-store.order = adaptive-lifo\n";

  /** The users' request types that can degrade. */
  private static final String DEGRADABLE =
      "degradable = [\"list messages\", \"show message\", search]";

  private static final List<Baseline> ALL =
      List.of(
          new Baseline("deadline", "deadline", ""),
          new Baseline("none", "no control", admission("always", "")),
          new Baseline("none-degrading", "no admission, quality falls", policy("always", "")),
          new Baseline("aimd", "AIMD of the paper", admission("response-time", AIMD)),
          new Baseline(
              "threshold",
              "queue threshold on the average",
              admission(
                  "queue-threshold", "statistic = mean, threshold-max = 30, timeout = 100 ms")),
          new Baseline(
              "paper-degradation",
              "degradation of the paper",
              admission("degradation", DEGRADABLE + ", " + AIMD)),
          new Baseline(
              "gradient2", "Gradient2", admission("gradient2", "tolerance = 2, min-limit = 20")),
          new Baseline(
              "codel",
              "CoDel, adaptive LIFO",
              ORDER_OF_CODEL + admission("codel", "delay = 20 ms, interval = 80 ms")),
          new Baseline(
              "dagor",
              "DAGOR",
              admission("dagor", "window = 100 ms, wait = 5 ms, alpha = 0.2, beta = 0.05")),
          new Baseline(
              "bouncer",
              "Bouncer",
              admission("bouncer", "slo = 0.8, remedy = helping-the-underserved, strength = 0.1")),
          new Baseline(
              "single",
              "one controller for all",
              admission("single", "speed = 10, depth = 10, timeout = 1 s")),
          new Baseline(
              "connections-128",
              "128 connections",
              "tcp.connection-limit = 128\n" + admission("always", "")));

  /** Returns the catalogue, the product's own control first. */
  public static List<Baseline> all() {
    return ALL;
  }

  /** Returns the baseline of a name. */
  public static Baseline named(String name) {
    return ALL.stream()
        .filter(baseline -> baseline.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BenchmarkException(
                    "no baseline is named "
                        + name
                        + "; there are "
                        + ALL.stream().map(Baseline::name).collect(Collectors.joining(", "))));
  }

  /** Returns the baseline with other settings of its policy, as in the grid of a tuning. */
  public Baseline with(String kind, String parameters) {
    String order = kind.equals("codel") ? ORDER_OF_CODEL : "";
    return new Baseline(name, title, order + admission(kind, parameters));
  }

  private static String admission(String kind, String parameters) {
    return FULL_QUALITY + policy(kind, parameters);
  }

  /** One policy for all request types of the users. */
  private static String policy(String kind, String parameters) {
    String stages =
        UserRequestType.stages().stream()
            .map(stage -> "\"" + stage + "\"")
            .collect(Collectors.joining(", "));
    String others = parameters.isEmpty() ? "" : ", " + parameters;
    return "seda.admission { kind = " + kind + others + ", stages = [" + stages + "] }\n";
  }
}
