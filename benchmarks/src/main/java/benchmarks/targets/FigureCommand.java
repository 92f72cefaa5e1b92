package benchmarks.targets;

import benchmarks.figures.KernelFigure;
import benchmarks.load.ServiceOptions;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Report;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code arashi bench figure}. */
@Command(
    name = "figure",
    description = "Measures figures of the papers again: by name, or all on the service.")
public final class FigureCommand extends Benchmark {
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

  @Parameters(paramLabel = "NAME", arity = "1..*", description = "of a figure, or all")
  private List<String> names;

  @Option(
      names = "--simulated",
      description = "figures of the kernel: only in virtual time, not also on real threads")
  private boolean simulated;

  /** Measures a figure and adds it to the report. Blocks for a minute or two. */
  @FunctionalInterface
  private interface Drawing {
    void draw(FigureBench bench) throws Exception;
  }

  private record Figure(String name, String description, Drawing drawing) {}

  /** All figures on the service, in the order in which they are measured. */
  private static final List<Figure> ON_SERVICE =
      List.of(
          new Figure("usits-10", "a spike of users (with usits-7)", TimeFigures::spike),
          new Figure("idle-cost", "needless refusals at 80 % load", TimeFigures::idleCost),
          new Figure("usits-14", "two service classes (with usits-15)", TimeFigures::classes),
          new Figure("sosp-13", "response time by number of users", ByUsersFigures::clients),
          new Figure("usits-8", "each request type by users (with usits-9)", ByUsersFigures::types),
          new Figure("usits-11", "search; not the paper's experiment", ByUsersFigures::search),
          new Figure("usits-12", "controlled quality (with usits-13)", TimeFigures::degradation),
          new Figure("slow-database", "database slows fivefold", TimeFigures::slowDatabase));

  /** Name and description of each figure, a line each. */
  public static List<String> lines() {
    return Stream.concat(
            KernelFigure.all().stream().map(figure -> line(figure.name(), figure.description())),
            ON_SERVICE.stream().map(figure -> line(figure.name, figure.description)))
        .toList();
  }

  private static String line(String name, String description) {
    return Figures.text("figure %-15s %s", name, description);
  }

  @Override
  protected void run() throws Exception {
    BenchmarkException.require(
        scale > 0 && target > 0 && delay >= 0, "a number is too small; see --help");
    Map<String, KernelFigure> onKernel =
        KernelFigure.all().stream()
            .collect(Collectors.toMap(KernelFigure::name, Function.identity()));
    boolean all = names.contains("all");
    List<String> known =
        Stream.concat(Stream.of("all"), lines().stream().map(line -> line.split(" +", 3)[1]))
            .toList();
    for (String name : names) {
      BenchmarkException.require(
          known.contains(name), "no figure " + name + "; known are " + String.join(", ", known));
    }
    for (String name : names.stream().filter(onKernel::containsKey).toList()) {
      Report report = report();
      onKernel.get(name).run(!simulated, report);
      boolean router = name.equals("sosp-14");
      publish(
          report,
          router ? "gnutella-figures.md" : "kernel-figures.md",
          router ? "The router's figures" : "The kernel's controllers",
          name);
    }
    List<Figure> onService =
        ON_SERVICE.stream().filter(figure -> all || names.contains(figure.name)).toList();
    if (!onService.isEmpty()) {
      draw(onService, all);
    }
  }

  private void draw(List<Figure> figures, boolean all) throws Exception {
    Report report =
        report()
            .measured(
                "%d users at most, T = %d ms; each answer of the database delayed by %d ms.",
                FigureBench.USERS, target, delay)
            .command();
    try (FigureBench bench = new FigureBench(this, report, figures.size())) {
      for (Figure figure : figures) {
        bench.progress.step("%s", figure.name);
        figure.drawing.draw(bench);
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
