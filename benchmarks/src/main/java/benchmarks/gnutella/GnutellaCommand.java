package benchmarks.gnutella;

import benchmarks.figures.FigureRun;
import benchmarks.report.BenchmarkException;
import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import benchmarks.report.TypedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi bench gnutella}. */
@Command(
    name = "gnutella",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "What the router carries: packets a second, Figure 14, slow peers, a day.")
public final class GnutellaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private OutOption out;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "rounds, of which medians are taken (default: ${DEFAULT-VALUE})",
      defaultValue = "3")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "of a round, after as many of warm-up (default: ${DEFAULT-VALUE})",
      defaultValue = "5")
  private int seconds;

  @Option(
      names = "--processors",
      paramLabel = "N",
      description = "threads of the router (default: ${DEFAULT-VALUE})",
      defaultValue = "1")
  private int processors;

  @Option(
      names = "--threads-too",
      description = "plays Figure 14 on real threads, too, which takes some minutes")
  private boolean threadsToo;

  @Override
  public Integer call() throws IOException {
    if (rounds < 1 || seconds < 1 || processors < 1) {
      throw new BenchmarkException("--rounds, --seconds and --processors must be at least 1");
    }
    Path folder = out.folder();
    Duration time = Duration.ofSeconds(seconds);
    GnutellaBenchmark.Results results;
    try (Progress progress = new Progress(GnutellaBenchmark.steps(rounds))) {
      results = GnutellaBenchmark.run(rounds, processors, time, time, progress);
    }
    GnutellaReport report = new GnutellaReport(results, TypedCommand.of(spec));
    report.write(folder);
    PrintWriter print = spec.commandLine().getOut();
    print.println(report.markdown());
    FigureRun.run(List.of("sosp-14"), !threadsToo, folder, print);
    return 0;
  }
}
