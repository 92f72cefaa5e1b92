package benchmarks.web;

import benchmarks.BenchmarkException;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
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
      description = "page, mix, clients (default: all)")
  private List<StaticPart> parts = List.of(StaticPart.values());

  @Option(
      names = "--bottleneck",
      description = "Figure 13 of the SEDA paper instead: 1024 clients on the bottleneck page")
  private boolean bottleneck;

  @Option(names = "--idle", description = "18,000 idle connections instead, of Haboob alone")
  private boolean idle;

  @Option(names = "--tls", description = "handshakes and bytes under TLS instead, beside nginx")
  private boolean tls;

  @Option(names = "--quick", description = "one short round on a small file set: two minutes")
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

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for plots, JSON and static.md (default: ${DEFAULT-VALUE})",
      defaultValue = "bench-results")
  private Path out;

  @Override
  public Integer call() throws IOException {
    PrintWriter print = spec.commandLine().getOut();
    Files.createDirectories(out);
    if (files == null) {
      try (TemporaryFolder folder = new TemporaryFolder("arashi-bench-files")) {
        run(folder.path(), print);
      }
    } else {
      run(files.toAbsolutePath(), print);
    }
    print.println("Written to " + out.toAbsolutePath().normalize());
    print.flush();
    return 0;
  }

  private void run(Path root, PrintWriter print) throws IOException {
    if (bottleneck) {
      new BottleneckFigure(quick ? 6 : 24).run(root, out, print);
      return;
    }
    if (idle) {
      new IdlePart(rounds, Duration.ofSeconds(seconds)).run(root, out, print);
      return;
    }
    StaticBench.Plan plan = plan(print);
    if (tls) {
      List<String> servers = new ArrayList<>(plan.servers());
      servers.remove("apache");
      new TlsPart(servers, plan.rounds(), plan.time()).run(root, out, print);
      return;
    }
    try (StaticBench bench = new StaticBench(plan, root)) {
      for (StaticPart part : parts) {
        StaticReport report;
        try (Progress progress = new Progress(bench.steps(part))) {
          report = new StaticReport(part, bench.run(part, progress));
        }
        write(part, report, bench.files(), plan);
        print.println(report.markdown());
        print.flush();
      }
    }
  }

  private StaticBench.Plan plan(PrintWriter print) {
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      throw new BenchmarkException("CPU times are taken from /proc, which only Linux has");
    }
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

  private void write(StaticPart part, StaticReport report, FileSet set, StaticBench.Plan plan)
      throws IOException {
    for (Map.Entry<String, String> chart : report.charts().entrySet()) {
      Files.writeString(out.resolve(chart.getKey()), chart.getValue());
    }
    Files.writeString(out.resolve("static-" + part.lowerCase() + ".json"), Json.of(report.json()));
    String heading =
        String.format(
            "### %s%n%nMade %s: %s. File set of %,d MB, page cache of %,d MB; %d turns of %d ms;"
                + " %s.%n%n",
            part.title(),
            Machine.month(),
            Machine.describe(),
            set.bytes() / 1_000_000,
            plan.cacheBytes() / 1_000_000,
            plan.rounds(),
            plan.time().toMillis(),
            part.description());
    GeneratedSection.write(
        out.resolve("static.md"), PAGE_TITLE, part.lowerCase(), heading + report.markdown());
  }
}
