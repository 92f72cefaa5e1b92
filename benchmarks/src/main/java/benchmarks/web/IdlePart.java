package benchmarks.web;

import benchmarks.load.Processes;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.web.WebLoad.Habits;
import benchmarks.web.WebLoad.Outcome;
import benchmarks.web.WebLoad.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cost of thousands of idle connections for Haboob and for its active clients. */
record IdlePart(StaticCommand.Plan plan) {
  private static final int CONNECTIONS = 18_000;
  private static final int CLIENTS = 64;
  private static final Duration THINK = Duration.ofMillis(20);
  private static final Habits ACTIVE = new Habits(CLIENTS, THINK, 0, () -> FileSet.PAGE);
  private static final Habits COMING = new Habits(CLIENTS, Duration.ZERO, 1, () -> FileSet.PAGE);
  private static final Duration WARM = Duration.ofSeconds(1);
  private static final int WARM_RUNS = 5;

  /** Measurements with one number of idle connections, turn by turn. */
  private static final class Side {
    private final Turns active = new Turns();
    private final Turns coming = new Turns();
    private final List<Long> heap = new ArrayList<>();
    private long closed;
    private long threads;

    double heapBytes() {
      return Figures.median(heap, bytes -> bytes);
    }

    double accepted() {
      return coming.median(Outcome::perSecond);
    }

    long errors() {
      return closed + active.errors() + coming.errors();
    }

    Map<String, Object> asMap(int idle) {
      return Json.map(
          "idle", idle,
          "heapBytes", heapBytes(),
          "threads", threads,
          "acceptedPerSecond", accepted(),
          "p99Millis", active.millis(99),
          "p999Millis", active.millis(99.9),
          "errors", errors());
    }
  }

  void run(Path files, Report report) throws IOException {
    FileSet set = new FileSet(files, 1).write();
    Side without = new Side();
    Side with = new Side();
    try (Progress progress = new Progress(1 + 2 * plan.rounds());
        WebServer server = WebServer.start("haboob", set.root(), 1 << 24, List.of())) {
      progress.step("warming up");
      for (int i = 0; i < WARM_RUNS; i++) {
        WebLoad.run(server, ACTIVE, WARM, Duration.ofMillis(1));
        WebLoad.run(server, COMING, WARM, Duration.ofMillis(1));
      }
      for (int round = 0; round < plan.rounds(); round++) {
        progress.step("no idle connections");
        measure(server, without);
        progress.step("%d idle connections", CONNECTIONS);
        try (IdleConnections idle = new IdleConnections(server.address(), CONNECTIONS)) {
          measure(server, with);
          with.closed += idle.closedByServer();
        }
      }
    }
    report(without, with, report);
  }

  private void measure(WebServer server, Side side) throws IOException {
    side.heap.add(Processes.heapBytes(server.process()));
    side.threads = Processes.threads(server.process(), "processors-");
    side.active.add(WebLoad.run(server, ACTIVE, WARM, plan.time()));
    side.coming.add(WebLoad.run(server, COMING, WARM, plan.time()));
  }

  private void report(Side without, Side with, Report report) throws IOException {
    double bytesEach = (with.heapBytes() - without.heapBytes()) / CONNECTIONS;
    Table table = new Table(Figures.text("idle connections | none | %,d | reach", CONNECTIONS));
    table.row("heap for each, bytes | | %,.0f | 2,048", bytesEach);
    table.row(
        "threads that serve connections | %d | %d | one a core", without.threads, with.threads);
    table.row(
        "connections accepted, served and closed a second | %,.0f | %,.0f | unchanged",
        without.accepted(), with.accepted());
    table.row(
        "p50 of the active, ms | %.2f | %.2f |", without.active.millis(50), with.active.millis(50));
    table.row(
        "p99 of the active, ms | %.2f | %.2f | unchanged",
        without.active.millis(99), with.active.millis(99));
    table.row(
        "p99.9 of the active, ms | %.2f | %.2f |",
        without.active.millis(99.9), with.active.millis(99.9));
    table.row("errors | %d | %d | 0", without.errors(), with.errors());
    report
        .text("### Idle connections")
        .measured(
            "Each idle connection has made one request; %d clients think for 20 ms, or connect anew"
                + " for each request; %d turns of %d ms.",
            CLIENTS, plan.rounds(), plan.time().toMillis())
        .table(table)
        .json(
            "static-idle.json",
            Json.map(
                "heapBytesEach",
                bytesEach,
                "sides",
                List.of(without.asMap(0), with.asMap(CONNECTIONS))));
  }
}
