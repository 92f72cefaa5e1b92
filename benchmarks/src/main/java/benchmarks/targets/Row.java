package benchmarks.targets;

import benchmarks.baselines.Baseline;
import benchmarks.load.ServiceKind;
import benchmarks.threads.ThreadService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  /** Connections to the database with which {@code arashi bench threads} is fastest. */
  private static final int THREADS_CONNECTIONS = 8;

  /** Response time that lowers the limit: the default target. */
  private static final Duration THREADS_TIMEOUT = Duration.ofMillis(100);

  /** They react by quality, which therefore must not be fixed. */
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

  /**
   * The service that people would write instead, without and with a concurrency limit, and the
   * product on the same JDK.
   *
   * @return none without a JDK that has virtual threads
   */
  static List<Row> threads() {
    Optional<Path> java = ThreadService.java(null);
    if (java.isEmpty()) {
      return List.of();
    }
    ThreadService threads = new ThreadService(java.get(), THREADS_CONNECTIONS);
    return List.of(
        new Row(
            "deadline-newer-jdk",
            "deadline, newer JDK",
            ServiceKind.STAGES.on(java.get()),
            "",
            true),
        new Row("threads", "virtual threads", threads.unlimited(), "", true),
        new Row(
            "threads-aimd",
            "virtual threads, AIMD limit",
            threads.limited(THREADS_TIMEOUT),
            "",
            true));
  }

  /** The product as it ships. */
  static Row shipped() {
    return new Row(SHIPPED, "deadline, quality free", ServiceKind.STAGES, "", false);
  }
}
