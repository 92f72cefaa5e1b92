package benchmarks.targets;

import benchmarks.baselines.Baseline;
import benchmarks.load.ServiceKind;
import java.util.Set;

/**
 * What a figure compares: a service with its settings.
 *
 * @param name name in keys and files
 * @param title name in tables and plots
 * @param kind program that serves
 * @param settings of that program, in HOCON
 * @param fullQuality true if quality is fixed at 1, so that only admission reacts
 */
record Row(String name, String title, ServiceKind kind, String settings, boolean fullQuality) {
  /** The product's own control, which every claim is about. */
  static final String OURS = "deadline";

  /** The product as it ships: quality falls before requests are refused. */
  static final String SHIPPED = "deadline-free";

  /** Reacts by quality, which therefore must not be fixed. */
  private static final Set<String> DEGRADING = Set.of("none-degrading", "paper-degradation");

  /** The row of a baseline. */
  static Row of(String baseline) {
    Baseline found = Baseline.named(baseline);
    return new Row(
        found.name(),
        found.title(),
        ServiceKind.STAGES,
        found.settings(),
        !DEGRADING.contains(baseline));
  }

  /** The product as it ships. */
  static Row shipped() {
    return new Row(SHIPPED, "deadline, quality free", ServiceKind.STAGES, "", false);
  }
}
