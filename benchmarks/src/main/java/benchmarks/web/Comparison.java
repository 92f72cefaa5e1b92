package benchmarks.web;

import benchmarks.report.Chart;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.web.WebLoad.Outcome;
import benchmarks.web.WebLoad.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Loads under which the servers are compared, in turns A B C, A B C. Figures are medians. */
enum Comparison {
  /** One page that is in every cache. */
  PAGE("A cached page of 8 KB", List.of(1, 64, 1024)),
  /** The same, with the fields of a browser, and a cookie of each client's own. */
  BROWSERS("A cached page of 8 KB, asked for by browsers", List.of(64, 1024)),
  /** The file set of SPECweb99, without pauses. */
  MIX("SPECweb99's mix of files", List.of(64, 1024)),
  /** The same from clients that think and connect anew. */
  CLIENTS("Clients with the habits of SPECweb99", List.of(1, 4, 16, 64, 256, 1024));

  private static final Duration THINK = Duration.ofMillis(20);
  private static final int REQUESTS = 5;
  private static final String BROWSER_FIELDS =
      """
      User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r
      Accept: image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8\r
      Accept-Encoding: gzip, deflate, br, zstd\r
      Accept-Language: en-US,en;q=0.9\r
      Connection: keep-alive\r
      Referer: http://localhost/\r
      Sec-Fetch-Dest: image\r
      Sec-Fetch-Mode: no-cors\r
      Sec-Fetch-Site: same-origin\r
      sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"\r
      sec-ch-ua-mobile: ?0\r
      sec-ch-ua-platform: "Linux"\r
      Cookie: id=%08d\r
      """;

  final String title;

  @SuppressWarnings("ImmutableEnumChecker") // it is List.of
  private final List<Integer> clients;

  Comparison(String title, List<Integer> clients) {
    this.title = title;
    this.clients = clients;
  }

  /** The turns of one server with one number of clients. */
  private record Cell(String server, int clients, Turns turns) {
    double micros() {
      return turns.median(Outcome::micros);
    }

    double megabits() {
      return turns.median(Outcome::megabits);
    }

    double jain() {
      return turns.median(Outcome::jain);
    }

    double perSecond() {
      return turns.median(outcome -> outcome.sample().perSecond());
    }

    double loadMicros() {
      return turns.median(Outcome::loadMicros);
    }
  }

  StaticPart part() {
    return StaticPart.valueOf(name());
  }

  private String description() {
    String load =
        this == CLIENTS
            ? "5 requests a connection, 20 ms from an answer to the next request"
            : "connections are kept, the next request follows at once";
    return switch (this) {
      case PAGE -> load;
      case BROWSERS -> load + "; each has a head of 560 bytes, with a cookie of the client's own";
      default -> load + "; files drawn by SPECweb99's rules";
    };
  }

  WebLoad.Habits habits(int count, FileSet files, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    WebLoad.Habits onePage = new WebLoad.Habits(count, Duration.ZERO, 0, () -> FileSet.PAGE);
    return switch (this) {
      case PAGE -> onePage;
      case BROWSERS -> onePage.withFields(BROWSER_FIELDS::formatted);
      case MIX -> new WebLoad.Habits(count, Duration.ZERO, 0, () -> files.draw(random));
      case CLIENTS -> new WebLoad.Habits(count, THINK, REQUESTS, () -> files.draw(random));
    };
  }

  void run(StaticCommand.Plan plan, FileSet files, List<WebServer> servers, Report report)
      throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (Progress progress = new Progress(clients.size() * servers.size() * plan.rounds())) {
      for (int count : clients) {
        List<Cell> row =
            servers.stream().map(each -> new Cell(each.name(), count, new Turns())).toList();
        cells.addAll(row);
        for (int round = 0; round < plan.rounds(); round++) {
          for (int i = 0; i < servers.size(); i++) {
            WebServer server = servers.get(i);
            progress.step("%s, %d clients, %s", part().lowerCase(), count, server.name());
            WebLoad.Habits habits = habits(count, files, 1 + round);
            row.get(i).turns.add(WebLoad.run(server, habits, plan.warm(), plan.time()));
          }
        }
      }
    }
    Columns<Cell> columns =
        new Columns<Cell>()
            .column("clients, server", "%s", cell -> cell.clients + " " + cell.server)
            .key("server", Cell::server)
            .key("clients", Cell::clients)
            .add("CPU µs a request", "%,.1f", "serverCpuMicrosPerRequest", Cell::micros)
            .column("against nginx", "%s", cell -> against(cell, cells))
            .add("requests/s", "%,.0f", "requestsPerSecond", Cell::perSecond)
            .add("Mb/s", "%,.0f", "megabitsPerSecond", Cell::megabits)
            .add("p50 ms", "%.2f", "p50Millis", cell -> cell.turns.all().millis(50))
            .add("p99 ms", "%.2f", "p99Millis", cell -> cell.turns.all().millis(99))
            .add("p99.9 ms", "%.2f", "p999Millis", cell -> cell.turns.all().millis(99.9))
            .add("max ms", "%.1f", "maxMillis", cell -> cell.turns.all().millis(100))
            .add("Jain", "%.4f", "jain", Cell::jain)
            .add("errors", "%d", "errors", cell -> cell.turns.errors())
            .add("load's CPU µs", "%,.1f", "loadCpuMicrosPerRequest", Cell::loadMicros);
    report
        .text("### %s", title)
        .measured(
            "File set of %,d MB, page cache of %,d MB; %d turns of %d ms; %s.",
            files.bytes() / 1_000_000,
            plan.cacheBytes() / 1_000_000,
            plan.rounds(),
            plan.time().toMillis(),
            description())
        .table(columns.table(cells))
        .json("static-" + part().lowerCase() + ".json", Json.map("rows", columns.json(cells)));
    charts(cells, report);
  }

  private static String against(Cell cell, List<Cell> cells) {
    return cells.stream()
        .filter(other -> other.server.equals("nginx") && other.clients == cell.clients)
        .findFirst()
        .map(nginx -> Figures.text("%.2f ×", cell.micros() / nginx.micros()))
        .orElse("");
  }

  /**
   * CPU time by connections; for clients that think, throughput and fairness by clients [SOSP,
   * Figure 10], and the response times of the most clients [Figure 12].
   */
  private void charts(List<Cell> cells, Report report) throws IOException {
    String name = "static-" + part().lowerCase();
    if (this != CLIENTS) {
      String unit = "server CPU, µs a request";
      report.chart(name + ".svg", title, lines(cells, "connections", unit, Cell::micros));
      return;
    }
    report.chart(name + ".svg", title, lines(cells, "clients", "Mb/s", Cell::megabits));
    report.chart(name + "-jain.svg", title, lines(cells, "clients", "Jain's fairness", Cell::jain));
    int most = clients.get(clients.size() - 1);
    Chart times =
        new Chart(title + ": " + most + " clients", "response time, ms")
            .logarithmic()
            .panel("% of the answers");
    cells.stream()
        .filter(cell -> cell.clients == most)
        .forEach(cell -> times.cumulative(cell.server, cell.turns.all().times()));
    report.chart(name + "-times.svg", title, times.svg());
  }

  private String lines(
      List<Cell> cells, String xTitle, String yTitle, ToDoubleFunction<Cell> figure) {
    Chart chart = new Chart(title, xTitle).logarithmic().panel(yTitle);
    for (String server : cells.stream().map(Cell::server).distinct().toList()) {
      List<Cell> line = cells.stream().filter(cell -> cell.server.equals(server)).toList();
      chart.line(server, clients, line.stream().map(figure::applyAsDouble).toList());
    }
    return chart.svg();
  }
}
