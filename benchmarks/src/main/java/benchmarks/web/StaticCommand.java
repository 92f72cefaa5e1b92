package benchmarks.web;

import benchmarks.report.BenchmarkException;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi bench static}. */
@Command(
    name = "static",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "The static web server beside nginx and Apache, in turn.")
public final class StaticCommand implements Callable<Integer> {
  /** Heading of the page of results. */
  static final String PAGE_TITLE = "Static pages, beside nginx and Apache";

  private static final long MEBIBYTE = 1 << 20;

  @Spec private CommandSpec spec;
  @Mixin private OutOption outOption;

  @Option(
      names = "--against",
      split = ",",
      paramLabel = "SERVER",
      description = "nginx, apache; those that are not installed are left out (default: both)")
  private List<String> against = List.of("nginx", "apache");

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description =
          "page, browsers, mix, clients, cache, slow, idle, tls, bottleneck (default: all)")
  private List<StaticPart> parts = List.of(StaticPart.values());

  @Option(names = "--quick", description = "one short round on a small file set")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "turns of each server (default: ${DEFAULT-VALUE})",
      defaultValue = "3")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "of a turn (default: ${DEFAULT-VALUE})",
      defaultValue = "4")
  private int seconds;

  @Option(
      names = "--directories",
      paramLabel = "N",
      description = "of SPECweb99's file set, 5 MB each (default: ${DEFAULT-VALUE})",
      defaultValue = "200")
  private int directories;

  @Option(
      names = "--cache",
      paramLabel = "MIB",
      description = "Haboob's page cache (default: ${DEFAULT-VALUE})",
      defaultValue = "200")
  private int cache;

  @Option(
      names = "--haboob-option",
      paramLabel = "OPTION",
      description = "one more of arashi haboob; can be repeated")
  private List<String> haboobOptions = List.of();

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description = "where the file set is made, and kept (default: it is deleted at the end)")
  private Path files;

  @Override
  public Integer call() throws IOException {
    PrintWriter print = spec.commandLine().getOut();
    Path out = outOption.folder();
    if (files == null) {
      try (TemporaryFolder folder = new TemporaryFolder("arashi-bench-files")) {
        run(folder.path(), out, print);
      }
    } else {
      run(files.toAbsolutePath(), out, print);
    }
    outOption.announce(print);
    return 0;
  }

  private void run(Path root, Path out, PrintWriter print) throws IOException {
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      throw new BenchmarkException("CPU times are taken from /proc, which only Linux has");
    }
    StaticBench.Plan plan = plan(print);
    List<Comparison> comparisons =
        parts.stream().flatMap(part -> part.comparison().stream()).toList();
    if (!comparisons.isEmpty()) {
      compare(comparisons, plan, root, out, print);
    }
    FileSet set = new FileSet(root, plan.directories());
    for (StaticPart part : parts) {
      switch (part) {
        case CACHE -> new CachePart(set, quick ? 200_000 : 4_000_000).run(out, print);
        case SLOW -> new SlowPart(plan.rounds(), plan.time()).run(root, out, print);
        case IDLE -> new IdlePart(plan.rounds(), plan.time()).run(root, out, print);
        case TLS -> new TlsPart(plan).run(root, out, print);
        case BOTTLENECK -> new BottleneckFigure(quick ? 6 : 24).run(root, out, print);
        default -> {} // one of the comparisons
      }
    }
  }

  private void compare(
      List<Comparison> comparisons, StaticBench.Plan plan, Path root, Path out, PrintWriter print)
      throws IOException {
    try (StaticBench bench = new StaticBench(plan, root)) {
      for (Comparison comparison : comparisons) {
        StaticReport report;
        try (Progress progress = new Progress(bench.steps(comparison))) {
          report = new StaticReport(comparison, bench.run(comparison, progress));
        }
        write(comparison, report, bench.files(), plan, out);
        print.println(report.markdown());
        print.flush();
      }
    }
  }

  private StaticBench.Plan plan(PrintWriter print) {
    List<String> servers = new ArrayList<>(List.of("haboob"));
    for (String name : against) {
      if (!name.equals("nginx") && !name.equals("apache")) {
        throw new BenchmarkException("--against " + name + ": nginx and apache are known");
      }
      if (WebServer.isInstalled(name)) {
        servers.add(name);
      } else {
        print.println(name + " is not installed, and left out");
      }
    }
    return quick
        ? new StaticBench.Plan(
            servers,
            25,
            25 * MEBIBYTE,
            1,
            Duration.ofMillis(500),
            Duration.ofMillis(2000),
            haboobOptions)
        : new StaticBench.Plan(
            servers,
            directories,
            cache * MEBIBYTE,
            rounds,
            Duration.ofSeconds(1),
            Duration.ofSeconds(seconds),
            haboobOptions);
  }

  private void write(
      Comparison comparison, StaticReport report, FileSet set, StaticBench.Plan plan, Path out)
      throws IOException {
    for (Map.Entry<String, String> chart : report.charts().entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    Files.writeString(
        out.resolve("static-" + comparison.lowerCase() + ".json"), Json.of(report.json()));
    String heading =
        String.format(
            "### %s%n%nMade %s: %s. File set of %,d MB, page cache of %,d MB; %d turns of %d ms;"
                + " %s.%n%n",
            comparison.title(),
            Machine.month(),
            Machine.describe(),
            set.bytes() / 1_000_000,
            plan.cacheBytes() / 1_000_000,
            plan.rounds(),
            plan.time().toMillis(),
            comparison.description());
    GeneratedSection.write(
        out.resolve("static.md"), PAGE_TITLE, comparison.lowerCase(), heading + report.markdown());
  }
}
