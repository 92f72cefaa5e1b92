package benchmarks.kernel;

import benchmarks.report.BenchmarkException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How much is measured: options of the command line. */
final class KernelPlan {
  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "rounds, of which medians are taken (default: ${DEFAULT-VALUE})",
      defaultValue = "5")
  int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "how long each figure is measured in a round, warm-up not counted"
              + " (default: ${DEFAULT-VALUE})",
      defaultValue = "2")
  double seconds;

  @Option(
      names = "--settle",
      paramLabel = "S",
      description =
          "how long stages rest before their memory is measured; statistics are gathered every 5 s"
              + " (default: ${DEFAULT-VALUE})",
      defaultValue = "12")
  double settleSeconds;

  @Option(
      names = "--profile",
      description = "profiles the hops, which makes them slower: a flame graph for each")
  boolean profile;

  /** Refuses what makes no sense or has no end. */
  void check() {
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--seconds", seconds, 0.01, 600.0);
    BenchmarkException.requireBetween("--settle", settleSeconds, 0.0, 600.0);
  }

  Duration time() {
    return duration(seconds);
  }

  Duration settle() {
    return duration(settleSeconds);
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }
}
