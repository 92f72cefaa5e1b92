package benchmarks.targets;

import benchmarks.figures.KernelFigure;
import benchmarks.figures.KernelFigures;
import benchmarks.load.ServiceOptions;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Report;
import benchmarks.targets.ServiceFigures.ServiceFigure;
import benchmarks.users.Population;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code arashi bench figure}. */
@Command(
    name = "figure",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Does figures of the papers again: by name, or all of those on the service.")
public final class FigureCommand extends Benchmark {
  @Mixin private ServiceOptions service;

  @Parameters(paramLabel = "NAME", arity = "1..*", description = "of a figure, or all")
  private List<String> names;

  @Option(
      names = "--simulated",
      description = "figures of the kernel: in virtual time only, not on real threads as well")
  private boolean simulated;

  @Option(
      names = "--seconds-scale",
      description = "multiplies the length of every phase (default: 1)")
  private double scale = 1;

  @Option(names = "--users", description = "most users at once (default: 1024)")
  private int users = 1_024;

  @Option(
      names = "--target",
      description = "ms, 90th percentile to hold for every request (default: 100)")
  private int target = 100;

  @Option(names = "--mails", description = "in the largest mailbox (default: 12794)")
  private int mails = Population.PAPER_MAILS;

  @Option(
      names = "--database-delay",
      description = {
        "ms; holds each answer of the database back, so that its threads are scarce, and",
        "not the processors: for machines that others use (default: 0)"
      })
  private int delay;

  @Override
  protected void run() throws IOException, InterruptedException {
    BenchmarkException.require(
        scale > 0 && users >= 8 && target > 0 && mails > 0 && delay >= 0,
        "a number is too small; see --help");
    for (String name : names.stream().filter(KernelFigures::has).toList()) {
      KernelFigure figure = KernelFigures.named(name);
      Report report = report();
      figure.run(!simulated, report);
      publish(report, figure.page(), figure.pageTitle(), name);
    }
    List<String> others = names.stream().filter(name -> !KernelFigures.has(name)).toList();
    if (!others.isEmpty()) {
      onService(others);
    }
  }

  private void onService(List<String> wanted) throws IOException, InterruptedException {
    boolean all = wanted.contains("all");
    List<ServiceFigure> figures =
        all ? ServiceFigures.all() : wanted.stream().distinct().map(ServiceFigures::named).toList();
    Report report =
        report()
            .measured(
                "%d users at most, T = %d ms; each answer of the database delayed by %d ms.",
                users, target, delay)
            .command();
    FigureBench.Setting setting =
        new FigureBench.Setting(
            service.mysql(), scale, users, target, mails, service.mail(), delay);
    try (FigureBench bench = new FigureBench(setting, report, figures.size())) {
      for (ServiceFigure figure : figures) {
        bench.step(figure.name());
        figure.drawing().draw(bench);
      }
      if (bench.sawBottleneck()) {
        report.text("In some runs the load itself was late now and then: see *Load* above.");
      }
    }
    if (all) {
      String database = service.mysql() == null ? "embedded" : "mysql";
      publish(report, "targets.md", "Response-time targets", database);
    } else {
      print("%s", report.markdown());
      print("Written to %s", folder().toAbsolutePath().normalize());
    }
  }
}
