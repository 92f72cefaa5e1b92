package benchmarks.targets;

import benchmarks.figures.KernelFigure;
import benchmarks.load.ServiceOptions;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.threads.ThreadService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code arashi bench figure}: measures what is missing, then writes the page. */
@Command(
    name = "figure",
    description = "Measures figures of the papers again: by name, or all on the service.")
public final class FigureCommand extends Benchmark {
  private static final double SHORTEST_PHASE = 5;
  private static final double DEFAULT_PHASE = 60;

  @Mixin private ServiceOptions service;

  @Option(names = "--phase", description = "s, length of a phase (default: 60)")
  private double phase = DEFAULT_PHASE;

  @Option(
      names = "--target",
      description = "ms, 90th percentile to hold for every request (default: 100)")
  private int target = 100;

  @Option(
      names = "--added-work",
      description = {
        "bytes that each request hashes, so that this machine can be offered ten times its",
        "capacity (default: measured once, for a capacity of about 700 requests a second)"
      })
  private long addedWork = -1;

  @Option(
      names = "--rows",
      split = ",",
      description = "only these rows of the figures, such as deadline,none (default: all)")
  private List<String> rows = List.of();

  @Option(names = "--loads", split = ",", description = "only these loads, such as 2x,10x")
  private List<String> loads = List.of();

  @Option(names = "--work", description = "folder of stored runs (default: target/figure-runs)")
  private Path work = Path.of("target", "figure-runs");

  @Option(names = "--again", description = "discards the stored runs of these figures first")
  private boolean again;

  @Option(names = "--plan", description = "prints what would be measured, with minutes, and ends")
  private boolean planOnly;

  @Option(names = "--write", description = "writes page and plots from stored runs, and ends")
  private boolean writeOnly;

  @Parameters(paramLabel = "NAME", arity = "0..*", description = "of a figure, or all")
  private List<String> names = List.of();

  @Option(
      names = "--simulated",
      description = "figures of the kernel: only in virtual time, not also on real threads")
  private boolean simulated;

  /** Name and description of each figure, a line each. */
  public static List<String> lines() {
    return Stream.concat(
            KernelFigure.all().stream().map(figure -> line(figure.name(), figure.description())),
            Catalogue.figures(DEFAULT_PHASE).stream()
                .map(figure -> line(figure.name(), figure.description())))
        .toList();
  }

  private static String line(String name, String description) {
    return Figures.text("figure %-15s %s", name, description);
  }

  @Override
  protected void run() throws Exception {
    BenchmarkException.requireBetween("--phase", phase, SHORTEST_PHASE, 3_600.0);
    BenchmarkException.requireBetween("--target", target, 1, 3_600_000);
    BenchmarkException.require(!names.isEmpty() || writeOnly, "name a figure, or all; see --list");
    Map<String, KernelFigure> onKernel =
        KernelFigure.all().stream()
            .collect(Collectors.toMap(KernelFigure::name, Function.identity()));
    requireKnown();
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
    List<Figure> chosen = chosen();
    BenchmarkException.require(
        !chosen.isEmpty() || names.stream().allMatch(onKernel::containsKey),
        "no figure has runs with these --rows and --loads; --plan without them lists all");
    if (!chosen.isEmpty() || writeOnly) {
      onService(chosen);
    }
  }

  private void requireKnown() {
    List<String> known =
        Stream.concat(Stream.of("all"), lines().stream().map(line -> line.split(" +", 3)[1]))
            .toList();
    for (String name : names) {
      BenchmarkException.require(
          known.contains(name), "no figure " + name + "; known are " + String.join(", ", known));
    }
  }

  private List<Figure> chosen() {
    return Catalogue.figures(phase).stream()
        .filter(figure -> names.contains("all") || names.contains(figure.name()))
        .map(figure -> figure.only(rows, loads))
        .filter(figure -> !figure.series().isEmpty())
        .toList();
  }

  private void onService(List<Figure> chosen) throws Exception {
    RunStore store = new RunStore(work);
    TargetOptions options =
        new TargetOptions(service.mysql(), service.mail(), target, phase, addedWork);
    if (again && !planOnly && !writeOnly) {
      discard(chosen, options.database(), store);
    }
    Plan plan = Plan.of(chosen, options.database(), store);
    if (!writeOnly) {
      print("%s", plan.text());
      if (Row.threads().isEmpty()) {
        print("Without matrix-threads: %s.", ThreadService.NO_JAVA);
      }
    }
    if (planOnly) {
      return;
    }
    if (!writeOnly) {
      measure(plan, options, store);
    }
    store.publish(folder());
    TargetsPage page = new TargetsPage(RunStore.published(folder()));
    page.write(folder());
    print("%s%nWritten to %s", page.markdown(), folder().toAbsolutePath().normalize());
  }

  private static void discard(List<Figure> figures, String database, RunStore store)
      throws IOException {
    List<String> named = figures.stream().map(Figure::name).toList();
    for (Measurement run : store.all()) {
      if (named.contains(run.key().figure()) && run.key().database().equals(database)) {
        store.discard(run.key());
      }
    }
  }

  private void measure(Plan plan, TargetOptions options, RunStore store) throws Exception {
    try (Progress progress = new Progress(plan.measurements())) {
      Suite.Opener opener = figure -> open(figure, options, store, progress);
      new Suite(
              store,
              Origin.now(command(), Clock.systemUTC()),
              opener,
              line -> progress.step("%s", line))
          .run(plan);
    }
  }

  /** Opens a site with the added work of the options, or the one measured in the first figure. */
  private static LiveSite open(
      Figure figure, TargetOptions options, RunStore store, Progress progress) throws Exception {
    Key key = new Key("calibration", Key.CAPACITY, "added work", options.database());
    Optional<Measurement> stored = store.find(key);
    TargetOptions known =
        options.addedWork() < 0 && stored.isPresent()
            ? options.withAddedWork((long) stored.get().number("bytes"))
            : options;
    LiveSite site = new LiveSite(figure, known, progress);
    if (known.addedWork() < 0) {
      try {
        site.calibrate();
        store.store(key, Map.of("bytes", site.addedWork()));
      } catch (Exception e) {
        site.close();
        throw e;
      }
    }
    return site;
  }
}
