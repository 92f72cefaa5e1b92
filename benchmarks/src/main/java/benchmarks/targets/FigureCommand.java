package benchmarks.targets;

import benchmarks.figures.KernelFigure;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Report;
import java.io.IOException;
import java.util.ArrayList;
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
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Does figures of the papers again: by name, or all of those on the service.")
public final class FigureCommand extends Benchmark {
  @Mixin private FigureOptions options;

  @Parameters(paramLabel = "NAME", arity = "1..*", description = "of a figure, or all")
  private List<String> names;

  @Option(
      names = "--simulated",
      description = "figures of the kernel: in virtual time only, not on real threads as well")
  private boolean simulated;

  /** Measures a figure, and adds it to the report; blocks for a minute or two. */
  @FunctionalInterface
  private interface Drawing {
    void draw(FigureBench bench) throws IOException, InterruptedException;
  }

  private record ServiceFigure(String name, String description, Drawing drawing) {}

  /** All figures on the service, in the order in which they are measured. */
  private static final List<ServiceFigure> ON_SERVICE =
      List.of(
          new ServiceFigure(
              "usits-10",
              "a spike of users: response time, refusals, fairness (with usits-7)",
              TimeFigures::spike),
          new ServiceFigure(
              "idle-cost",
              "80 % load, open loop: the share that is refused without need",
              TimeFigures::idleCost),
          new ServiceFigure(
              "usits-14",
              "two classes, the high one arriving in the middle (with usits-15)",
              TimeFigures::classes),
          new ServiceFigure(
              "sosp-13",
              "p90 and longest response time by number of users",
              ByUsersFigures::clients),
          new ServiceFigure(
              "usits-8",
              "p90 of each request type by number of users (with usits-9)",
              ByUsersFigures::types),
          new ServiceFigure(
              "usits-11",
              "each request type at high load, searches above all; not the paper's experiment",
              ByUsersFigures::search),
          new ServiceFigure(
              "usits-12",
              "doing less for each request: controlled quality (with usits-13)",
              TimeFigures::degradation),
          new ServiceFigure(
              "slow-database",
              "the database becomes about five times slower half-way",
              TimeFigures::slowDatabase));

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
  protected void run() throws IOException, InterruptedException {
    options.check();
    Map<String, KernelFigure> onKernel =
        KernelFigure.all().stream()
            .collect(Collectors.toMap(KernelFigure::name, Function.identity()));
    List<ServiceFigure> onService = new ArrayList<>(names.contains("all") ? ON_SERVICE : List.of());
    for (String name : names.stream().distinct().toList()) {
      if (!onKernel.containsKey(name) && !names.contains("all")) {
        onService.add(onService(name));
      }
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
    if (!onService.isEmpty()) {
      draw(onService);
    }
  }

  private static ServiceFigure onService(String name) {
    return ON_SERVICE.stream()
        .filter(figure -> figure.name.equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new BenchmarkException(
                    "no figure " + name + "; known are all" + String.join("", known())));
  }

  private static List<String> known() {
    return lines().stream().map(line -> ", " + line.split(" +", 3)[1]).toList();
  }

  private void draw(List<ServiceFigure> figures) throws IOException, InterruptedException {
    Report report =
        report()
            .measured(
                "%d users at most, T = %d ms; each answer of the database delayed by %d ms.",
                options.users, options.target, options.delay)
            .command();
    try (FigureBench bench = new FigureBench(options, report, figures.size())) {
      for (ServiceFigure figure : figures) {
        bench.progress.step("%s", figure.name);
        figure.drawing.draw(bench);
      }
      if (bench.sawBottleneck()) {
        report.text("In some runs the load itself was late now and then: see *Load* above.");
      }
    }
    if (names.contains("all")) {
      String database = options.service.mysql() == null ? "embedded" : "mysql";
      publish(report, "targets.md", "Response-time targets", database);
    } else {
      print("%s", report.markdown());
      print("Written to %s", folder().toAbsolutePath().normalize());
    }
  }
}
