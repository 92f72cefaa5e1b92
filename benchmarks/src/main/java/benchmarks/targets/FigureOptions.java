package benchmarks.targets;

import benchmarks.load.ServiceOptions;
import benchmarks.report.BenchmarkException;
import benchmarks.users.Population;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the figures on the service. */
final class FigureOptions {
  @Mixin ServiceOptions service;

  @Option(
      names = "--seconds-scale",
      description = "multiplies the length of every phase (default: 1)")
  double scale = 1;

  @Option(names = "--users", description = "most users at once (default: 1024)")
  int users = 1_024;

  @Option(
      names = "--target",
      description = "ms, 90th percentile to hold for every request (default: 100)")
  int target = 100;

  @Option(names = "--mails", description = "in the largest mailbox (default: 12794)")
  int mails = Population.PAPER_MAILS;

  @Option(
      names = "--database-delay",
      description = {
        "ms; holds each answer of the database back, so that its threads are scarce, and",
        "not the processors: for machines that others use (default: 0)"
      })
  int delay;

  void check() {
    BenchmarkException.require(
        scale > 0 && users >= 8 && target > 0 && mails > 0 && delay >= 0,
        "a number is too small; see --help");
  }
}
