package benchmarks.targets;

import benchmarks.load.ServiceOptions;
import benchmarks.report.BenchmarkException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the figures on the service. */
final class FigureOptions {
  @Mixin ServiceOptions service;

  @Option(names = "--seconds-scale", description = "multiplies each phase's length (default: 1)")
  double scale = 1;

  @Option(
      names = "--target",
      description = "ms, 90th percentile to hold for every request (default: 100)")
  int target = 100;

  @Option(
      names = "--database-delay",
      description = {
        "ms, delay of each answer of the database, which makes its threads scarce instead of",
        "the processors: for machines that others use (default: 0)"
      })
  int delay;

  void check() {
    BenchmarkException.require(
        scale > 0 && target > 0 && delay >= 0, "a number is too small; see --help");
  }
}
