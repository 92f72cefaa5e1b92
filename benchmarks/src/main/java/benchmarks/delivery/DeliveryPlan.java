package benchmarks.delivery;

import benchmarks.report.BenchmarkException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How much is measured: options of the command line. */
final class DeliveryPlan {
  @Option(
      names = "--mails",
      paramLabel = "N",
      description = "mails of a turn (default: ${DEFAULT-VALUE})",
      defaultValue = "1000")
  int mails;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "turns of each server (default: ${DEFAULT-VALUE})",
      defaultValue = "3")
  int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "mails to Arashi before any is measured, for Java is slow at first (default:"
              + " ${DEFAULT-VALUE}); to Dovecot a hundred",
      defaultValue = "2000")
  int warmUp;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "connections that deliver at once (default: ${DEFAULT-VALUE})",
      defaultValue = "4")
  int clients;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description = "real mail instead of made-up mail, as for the benchmark of the store")
  Path corpus;

  /** Refuses what makes no sense or has no end. */
  void check() {
    BenchmarkException.requireBetween("--mails", mails, 1, 100_000);
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    BenchmarkException.requireBetween("--clients", clients, 1, 100);
  }
}
