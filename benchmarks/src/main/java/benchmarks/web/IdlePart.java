package benchmarks.web;

import benchmarks.load.Sample;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Progress;
import benchmarks.report.Table;
import benchmarks.web.WebLoad.Habits;
import benchmarks.web.WebLoad.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What thousands of idle connections cost Haboob, and the clients that are not idle. */
final class IdlePart {
  private static final int CONNECTIONS = 18_000;
  private static final int CLIENTS = 64;
  private static final Duration THINK = Duration.ofMillis(20);
  private static final Habits ACTIVE = new Habits(CLIENTS, THINK, 0, () -> FileSet.PAGE);
  private static final Habits COMING = new Habits(CLIENTS, Duration.ZERO, 1, () -> FileSet.PAGE);
  private static final Duration WARM = Duration.ofSeconds(1);
  private static final int WARM_RUNS = 5;

  private final int rounds;
  private final Duration time;

  /** Turns of so long, without and with the idle connections. */
  IdlePart(int rounds, Duration time) {
    this.rounds = rounds;
    this.time = time;
  }

  /** With so many idle connections. */
  private static final class Side {
    private final List<Double> accepted = new ArrayList<>();
    private final Histogram times = Sample.histogram();
    private final List<Long> heap = new ArrayList<>();
    private long errors;
    private long threads;
  }

  void run(Path files, Path out, PrintWriter print) throws IOException {
    FileSet set = new FileSet(files, 1).write();
    Side without = new Side();
    Side with = new Side();
    try (Progress progress = new Progress(1 + 2 * rounds);
        WebServer server = WebServer.start("haboob", set.root(), 1 << 24, List.of());
        ServerHeap heap = new ServerHeap(server.process())) {
      progress.step("warming up");
      for (int i = 0; i < WARM_RUNS; i++) {
        WebLoad.run(server, ACTIVE, WARM, Duration.ofMillis(1));
        WebLoad.run(server, COMING, WARM, Duration.ofMillis(1));
      }
      for (int round = 0; round < rounds; round++) {
        progress.step("no idle connections");
        measure(server, heap, without);
        progress.step("%d idle connections", CONNECTIONS);
        try (IdleConnections idle = new IdleConnections(server.address(), CONNECTIONS)) {
          measure(server, heap, with);
          with.errors += idle.closedByServer();
        }
      }
    }
    report(without, with, out, print);
  }

  private void measure(WebServer server, ServerHeap heap, Side side) throws IOException {
    side.heap.add(heap.liveBytes());
    side.threads = heap.threads("processors-");
    Outcome active = WebLoad.run(server, ACTIVE, WARM, time);
    side.times.add(active.times());
    Outcome coming = WebLoad.run(server, COMING, WARM, time);
    side.accepted.add(coming.times().getTotalCount() / (coming.wall().toNanos() / 1e9));
    side.errors += active.errors() + coming.errors();
  }

  private static double median(List<? extends Number> values) {
    return values.stream()
        .mapToDouble(Number::doubleValue)
        .sorted()
        .skip(values.size() / 2)
        .findFirst()
        .orElse(0);
  }

  private void report(Side without, Side with, Path out, PrintWriter print) throws IOException {
    double bytesEach = (median(with.heap) - median(without.heap)) / CONNECTIONS;
    Table table = new Table("idle connections", "none", String.format("%,d", CONNECTIONS), "reach");
    table.row("heap for each, bytes", "", number("%,.0f", bytesEach), "2,048");
    table.row(
        "threads that serve connections",
        Long.toString(without.threads),
        Long.toString(with.threads),
        "one a core");
    table.row(
        "connections accepted, served and closed a second",
        number("%,.0f", median(without.accepted)),
        number("%,.0f", median(with.accepted)),
        "unchanged");
    for (double percentile : new double[] {50, 99, 99.9}) {
      table.row(
          String.format(Locale.ROOT, "p%s of the active, ms", percentile).replace(".0", ""),
          number("%.2f", without.times.getValueAtPercentile(percentile) / 1e6),
          number("%.2f", with.times.getValueAtPercentile(percentile) / 1e6),
          percentile == 99 ? "unchanged" : "");
    }
    table.row("errors", Long.toString(without.errors), Long.toString(with.errors), "0");
    String markdown =
        String.format(
            "### Idle connections%n%nMade %s: %s. Each idle connection has made one request; %d"
                + " clients think for 20 ms, or come anew for each request; %d turns of %d"
                + " ms.%n%n%s",
            Machine.month(), Machine.describe(), CLIENTS, rounds, time.toMillis(), table);
    Files.writeString(
        out.resolve("static-idle.json"),
        Json.of(
            Map.of(
                "part",
                "idle",
                "heapBytesEach",
                bytesEach,
                "sides",
                List.of(json(0, without), json(CONNECTIONS, with)))));
    GeneratedSection.write(out.resolve("static.md"), StaticCommand.PAGE_TITLE, "idle", markdown);
    print.println(markdown);
    print.flush();
  }

  private static Map<String, Object> json(int idle, Side side) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("idle", idle);
    map.put("heapBytes", median(side.heap));
    map.put("threads", side.threads);
    map.put("acceptedPerSecond", median(side.accepted));
    map.put("p99Millis", side.times.getValueAtPercentile(99) / 1e6);
    map.put("p999Millis", side.times.getValueAtPercentile(99.9) / 1e6);
    map.put("errors", side.errors);
    return map;
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
