package benchmarks.web;

import benchmarks.load.Processes;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.web.WebLoad.Habits;
import benchmarks.web.WebLoad.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The cost of thousands of idle connections for Haboob and for its active clients. */
record IdlePart(StaticCommand.Plan plan) {
  private static final int CONNECTIONS = 18_000;
  private static final int CLIENTS = 64;
  private static final Habits ACTIVE =
      new Habits(CLIENTS, Duration.ofMillis(20), 0, () -> FileSet.PAGE);
  private static final Habits COMING = new Habits(CLIENTS, Duration.ZERO, 1, () -> FileSet.PAGE);
  private static final Duration WARM = Duration.ofSeconds(1);
  private static final int WARM_RUNS = 5;

  /** Measurements with one number of idle connections, turn by turn. */
  private static final class Side {
    private final int idle;
    private final Turns active = new Turns();
    private final Turns coming = new Turns();
    private final List<Long> heap = new ArrayList<>();
    private long closed;
    private long threads;

    Side(int idle) {
      this.idle = idle;
    }

    double heapBytes() {
      return Figures.median(heap, bytes -> bytes);
    }

    double accepted() {
      return coming.median(outcome -> outcome.sample().perSecond());
    }

    long errors() {
      return closed + active.errors() + coming.errors();
    }
  }

  void run(Path files, Report report) throws IOException {
    FileSet set = new FileSet(files, 1).write();
    List<Side> sides = List.of(new Side(0), new Side(CONNECTIONS));
    try (Progress progress = new Progress(1 + 2 * plan.rounds());
        WebServer server = WebServer.start("haboob", set.root(), 1 << 24, List.of())) {
      progress.step("warming up");
      for (int i = 0; i < WARM_RUNS; i++) {
        WebLoad.run(server, ACTIVE, WARM, Duration.ofMillis(1));
        WebLoad.run(server, COMING, WARM, Duration.ofMillis(1));
      }
      for (int round = 0; round < plan.rounds(); round++) {
        for (Side side : sides) {
          progress.step("%d idle connections", side.idle);
          measure(server, side);
        }
      }
    }
    report(sides, report);
  }

  private void measure(WebServer server, Side side) throws IOException {
    try (IdleConnections idle = new IdleConnections(server.address(), side.idle)) {
      side.heap.add(Processes.heapBytes(server.process().handle()));
      side.threads = Processes.threads(server.process().handle(), "processors-");
      side.active.add(WebLoad.run(server, ACTIVE, WARM, plan.time()));
      side.coming.add(WebLoad.run(server, COMING, WARM, plan.time()));
      side.closed += idle.closedByServer();
    }
  }

  private void report(List<Side> sides, Report report) throws IOException {
    Columns<Side> columns =
        new Columns<Side>()
            .key("idle", side -> side.idle)
            .key("heapBytes", Side::heapBytes)
            .key("threads", side -> side.threads)
            .key("acceptedPerSecond", Side::accepted)
            .key("p99Millis", side -> side.active.all().millis(99))
            .key("p999Millis", side -> side.active.all().millis(99.9))
            .key("errors", Side::errors);
    double bytesEach = (sides.get(1).heapBytes() - sides.get(0).heapBytes()) / CONNECTIONS;
    Table table = new Table(Figures.text("idle connections | none | %,d | reach", CONNECTIONS));
    table.row("heap for each, bytes | | %,.0f | 2,048", bytesEach);
    row(table, sides, "threads that serve connections|%d|%d|one a core", side -> side.threads);
    row(
        table,
        sides,
        "connections accepted, served and closed a second|%,.0f|%,.0f|unchanged",
        Side::accepted);
    row(table, sides, "p50 of the active, ms|%.2f|%.2f|", side -> side.active.all().millis(50));
    row(
        table,
        sides,
        "p99 of the active, ms|%.2f|%.2f|unchanged",
        side -> side.active.all().millis(99));
    row(table, sides, "p99.9 of the active, ms|%.2f|%.2f|", side -> side.active.all().millis(99.9));
    row(table, sides, "errors|%d|%d|0", Side::errors);
    report
        .text("### Idle connections")
        .measured(
            "Each idle connection has made one request; %d clients think for 20 ms, or connect anew"
                + " for each request; %d turns of %d ms.",
            CLIENTS, plan.rounds(), plan.time().toMillis())
        .table(table)
        .json(
            "static-idle.json", Json.map("heapBytesEach", bytesEach, "sides", columns.json(sides)));
  }

  private static void row(
      Table table, List<Side> sides, String format, Function<Side, Object> figure) {
    table.row(format, sides.stream().map(figure).toArray());
  }
}
