package benchmarks.web;

import benchmarks.load.Sample;
import benchmarks.report.CumulativeChart;
import benchmarks.report.LineChart;
import benchmarks.report.Table;
import benchmarks.web.StaticBench.Cell;
import benchmarks.web.WebLoad.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * A comparison's results: table, JSON and plot. Figures are the median of the turns; times, of all.
 */
final class StaticReport {
  private final Comparison comparison;
  private final List<Row> rows;

  /** The figures of one server with so many clients. */
  record Row(
      String server,
      int clients,
      double perSecond,
      double micros,
      double loadMicros,
      double p50,
      double p99,
      double p999,
      double max,
      double jain,
      long errors,
      double megabits,
      Histogram times) {}

  StaticReport(Comparison comparison, List<Cell> cells) {
    this.comparison = comparison;
    this.rows = cells.stream().map(StaticReport::row).toList();
  }

  private static Row row(Cell cell) {
    Histogram times = Sample.histogram();
    long errors = 0;
    for (Outcome turn : cell.turns()) {
      times.add(turn.times());
      errors += turn.errors() + turn.refused();
    }
    return new Row(
        cell.server(),
        cell.clients(),
        median(cell, turn -> requests(turn) / seconds(turn.wall())),
        median(cell, turn -> seconds(turn.server()) * 1e6 / requests(turn)),
        median(cell, turn -> seconds(turn.load()) * 1e6 / requests(turn)),
        millis(times, 50),
        millis(times, 99),
        millis(times, 99.9),
        millis(times, 100),
        median(cell, Outcome::jain),
        errors,
        median(cell, turn -> turn.bytes() * 8e-6 / seconds(turn.wall())),
        times);
  }

  private static double median(Cell cell, ToDoubleFunction<Outcome> figure) {
    double[] sorted = cell.turns().stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static long requests(Outcome turn) {
    return Math.max(1, turn.times().getTotalCount());
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static double millis(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / 1e6;
  }

  List<Row> rows() {
    return rows;
  }

  /** The table, with the servers' CPU time also against the first other server's. */
  String markdown() {
    Table table =
        new Table(
            "clients, server",
            "CPU µs a request",
            "against nginx",
            "requests/s",
            "Mb/s",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "max ms",
            "Jain",
            "errors",
            "load's CPU µs");
    for (Row row : rows) {
      table.row(
          row.clients() + " " + row.server(),
          text(row.micros(), 1),
          against(row),
          text(row.perSecond(), 0),
          text(row.megabits(), 0),
          text(row.p50(), 2),
          text(row.p99(), 2),
          text(row.p999(), 2),
          text(row.max(), 1),
          text(row.jain(), 4),
          Long.toString(row.errors()),
          text(row.loadMicros(), 1));
    }
    StringBuilder text = new StringBuilder(table + "\n");
    charts().keySet().forEach(name -> text.append("![" + comparison.title() + "](" + name + ")\n"));
    return text.toString();
  }

  private String against(Row row) {
    return rows.stream()
        .filter(other -> other.server().equals("nginx") && other.clients() == row.clients())
        .findFirst()
        .map(nginx -> text(row.micros() / nginx.micros(), 2) + " ×")
        .orElse("");
  }

  private static String text(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  Map<String, Object> json() {
    List<Object> list = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("server", row.server());
      map.put("clients", row.clients());
      map.put("requestsPerSecond", row.perSecond());
      map.put("serverCpuMicrosPerRequest", row.micros());
      map.put("loadCpuMicrosPerRequest", row.loadMicros());
      map.put("p50Millis", row.p50());
      map.put("p99Millis", row.p99());
      map.put("p999Millis", row.p999());
      map.put("maxMillis", row.max());
      map.put("jain", row.jain());
      map.put("errors", row.errors());
      map.put("megabitsPerSecond", row.megabits());
      list.add(map);
    }
    return Map.of("part", comparison.lowerCase(), "rows", list);
  }

  /**
   * Plots by the name of their file: CPU time by connections; for clients that think, throughput
   * and fairness by clients [SOSP, Figure 10], and the response times of the most [Figure 12].
   */
  Map<String, String> charts() {
    String name = "static-" + comparison.lowerCase();
    if (comparison != Comparison.CLIENTS) {
      return Map.of(name + ".svg", lines("connections", "server CPU, µs a request", Row::micros));
    }
    Map<String, String> charts = new LinkedHashMap<>();
    charts.put(name + ".svg", lines("clients", "Mb/s", Row::megabits));
    charts.put(name + "-jain.svg", lines("clients", "Jain's fairness", Row::jain));
    charts.put(name + "-times.svg", cumulative());
    return charts;
  }

  private String lines(String xTitle, String yTitle, ToDoubleFunction<Row> figure) {
    LineChart chart = new LineChart(comparison.title(), xTitle, yTitle);
    Map<String, List<Row>> byServer = new LinkedHashMap<>();
    rows.forEach(row -> byServer.computeIfAbsent(row.server(), key -> new ArrayList<>()).add(row));
    byServer.forEach(
        (server, line) ->
            chart.line(
                server,
                line.stream().map(row -> (double) row.clients()).toList(),
                line.stream().map(figure::applyAsDouble).toList()));
    return chart.svg();
  }

  private String cumulative() {
    int most = rows.stream().mapToInt(Row::clients).max().orElse(0);
    CumulativeChart chart = new CumulativeChart(comparison.title() + ": " + most + " clients");
    rows.stream()
        .filter(row -> row.clients() == most)
        .forEach(row -> chart.line(row.server(), row.times()));
    return chart.svg();
  }
}
