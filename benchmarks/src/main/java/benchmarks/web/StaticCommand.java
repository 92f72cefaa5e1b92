package benchmarks.web;

import benchmarks.load.Processes;
import benchmarks.load.TemporaryFolder;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code arashi bench static}. */
@Command(name = "static", description = "The static web server beside nginx and Apache, in turn.")
public final class StaticCommand extends Benchmark {
  private static final long MEBIBYTE = 1 << 20;
  private static final int DIRECTORIES = 200;
  private static final int QUICK_DIRECTORIES = 25;
  private static final int[] WARM_CLIENTS = {64, 1024};
  private static final int WARM_RUNS = 4;

  /** A server on a JVM is compiled as it runs. */
  private static final int JVM_WARM_RUNS = 16;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description =
          "page, browsers, mix, clients, cache, slow, idle, tls, bottleneck (default: all)")
  private List<StaticPart> parts = List.of(StaticPart.values());

  @Option(names = "--quick", description = "one short round on a small file set")
  private boolean quick;

  @Option(names = "--rounds", paramLabel = "N", description = "turns of each server (default: 3)")
  private int rounds = 3;

  @Option(
      names = "--haboob-option",
      paramLabel = "OPTION",
      description = "passed on to arashi haboob; can be repeated")
  private List<String> haboobOptions = List.of();

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description = "keep the file set there (default: delete it at the end)")
  private Path files;

  /** The servers' names, Haboob's page cache, and the rounds of turns, each after a warm-up. */
  record Plan(List<String> servers, long cacheBytes, int rounds, Duration warm, Duration time) {}

  @Override
  protected void run() throws IOException {
    BenchmarkException.require(
        Processes.hasProc(), "CPU times are read from /proc, which only Linux has");
    if (files != null) {
      run(files.toAbsolutePath());
      return;
    }
    try (TemporaryFolder folder = new TemporaryFolder("arashi-bench-files")) {
      run(folder.path());
    }
  }

  private void run(Path root) throws IOException {
    Plan plan = plan();
    FileSet set = new FileSet(root, quick ? QUICK_DIRECTORIES : DIRECTORIES);
    List<Comparison> comparisons =
        Stream.of(Comparison.values()).filter(c -> parts.contains(c.part())).toList();
    if (!comparisons.isEmpty()) {
      compare(comparisons, plan, set.write());
    }
    for (StaticPart part : parts) {
      Report report = report();
      switch (part) {
        case CACHE -> new CachePart(set, quick ? 200_000 : 4_000_000).run(report);
        case SLOW -> new SlowPart(plan).run(root, report);
        case IDLE -> new IdlePart(plan).run(root, report);
        case TLS -> new TlsPart(plan).run(root, report);
        case BOTTLENECK -> new BottleneckFigure(quick ? 6 : 24).run(root, report);
        default -> {
          continue; // one of the comparisons
        }
      }
      publish(report, part);
    }
  }

  private void publish(Report report, StaticPart part) throws IOException {
    String section = part == StaticPart.BOTTLENECK ? "sosp-13" : part.lowerCase();
    publish(report, "static.md", "Static pages, beside nginx and Apache", section);
  }

  private void compare(List<Comparison> comparisons, Plan plan, FileSet set) throws IOException {
    List<WebServer> servers = new ArrayList<>();
    try {
      for (String name : plan.servers()) {
        servers.add(WebServer.start(name, set.root(), plan.cacheBytes(), haboobOptions));
      }
      for (WebServer server : servers) {
        warmUp(server, plan, set);
      }
      for (Comparison comparison : comparisons) {
        Report report = report();
        comparison.run(plan, set, servers, report);
        publish(report, comparison.part());
      }
    } finally {
      servers.forEach(WebServer::close);
    }
  }

  private static void warmUp(WebServer server, Plan plan, FileSet set) throws IOException {
    int runs = server.name().equals("haboob") ? JVM_WARM_RUNS : WARM_RUNS;
    for (int i = 0; i < runs; i++) {
      Comparison comparison = i % 2 == 0 ? Comparison.MIX : Comparison.PAGE;
      int clients = WARM_CLIENTS[i / 2 % WARM_CLIENTS.length];
      WebLoad.run(server, comparison.habits(clients, set, i), plan.warm(), Duration.ofMillis(1));
    }
  }

  private Plan plan() {
    List<String> servers = new ArrayList<>(List.of("haboob"));
    for (String name : List.of("nginx", "apache")) {
      if (WebServer.isInstalled(name)) {
        servers.add(name);
      } else {
        print("%s is not installed and is left out", name);
      }
    }
    return quick
        ? new Plan(
            servers, QUICK_DIRECTORIES * MEBIBYTE, 1, Duration.ofMillis(500), Duration.ofSeconds(2))
        : new Plan(
            servers, DIRECTORIES * MEBIBYTE, rounds, Duration.ofSeconds(1), Duration.ofSeconds(4));
  }
}
