package benchmarks.gnutella;

import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import benchmarks.report.TimeChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The results as {@code gnutella.md}, {@code gnutella-results.json} and plots of the heap. */
final class GnutellaReport {
  private static final double REACH = 1_000_000;
  private static final double REACH_MANY = 0.7;

  private static final String CAVEAT =
      """
      The first table is not `./arashi gnutella` as it ships: the pong cache is off, it remembers 2²¹ routes (2¹⁸), \
      1 MiB may wait for a peer before its queries are dropped (64 KiB), the router runs within the benchmark's process, \
      and its CPU time leaves out garbage collection and JIT compilation.

      """;

  private final GnutellaBenchmark.Results results;
  private final String command;

  /**
   * A report.
   *
   * @param command the command line that made the results
   */
  GnutellaReport(GnutellaBenchmark.Results results, String command) {
    this.results = results;
    this.command = command;
  }

  void write(Path out) throws IOException {
    Files.writeString(out.resolve("gnutella-results.json"), Json.of(asMap()));
    Files.writeString(out.resolve("gnutella-slow-peer.svg"), slowPeer());
    Files.writeString(out.resolve("gnutella-day.svg"), day());
    GeneratedSection.write(
        out.resolve("gnutella.md"), "What the router carries", markdown() + images());
  }

  String markdown() {
    return "Measured "
        + Machine.month()
        + ": "
        + Machine.describe()
        + ", peers included.\n\n```\n"
        + command
        + "\n```\n\n"
        + CAVEAT
        + throughput()
        + "\n"
        + remedies()
        + "\n"
        + heap();
  }

  private static String images() {
    return """

    ![Heap with a slow peer](gnutella-slow-peer.svg)

    ![Heap over a day](gnutella-day.svg)
    """;
  }

  private Table throughput() {
    Table table = new Table("a second, median of the rounds", "5 peers", "1000 peers", "ratio");
    row(table, "packets that came", Throughput.Result::received);
    row(table, "of those, routed", Throughput.Result::routed);
    row(table, "copies sent", Throughput.Result::sent);
    row(table, "copies dropped", Throughput.Result::dropped);
    row(table, "CPU of the router for each that came, ns", Throughput.Result::cpuNanosEach);
    row(table, "CPU of the peers' thread, % of a core", result -> 100 * result.loadCpu());
    double few = median(results.few(), Throughput.Result::routed);
    double ratio = median(results.many(), Throughput.Result::routed) / few;
    table.row(
        "reach",
        "1,000,000 routed: " + (few >= REACH ? "yes" : "no"),
        "70 %: " + (ratio >= REACH_MANY ? "yes" : "no"),
        "");
    return table;
  }

  private void row(Table table, String title, ToDoubleFunction<Throughput.Result> value) {
    double few = median(results.few(), value);
    double many = median(results.many(), value);
    String ratio = few == 0 ? "" : format("%.0f %%", 100 * many / few);
    table.row(title, format("%,.0f", few), format("%,.0f", many), ratio);
  }

  private Table remedies() {
    Table table =
        new Table(
            "a query costs 20 ms",
            "packets/s",
            "p90 of queries, ms",
            "p90 of others, ms",
            "queries that came through, 1/s",
            "queries turned away, 1/s",
            "threads");
    for (Remedies.Result result : results.remedies()) {
      table.row(
          result.title(),
          format("%,d", result.rate()),
          format("%,.0f", result.latencies().queryMillis()),
          format("%,.1f", result.latencies().otherMillis()),
          format("%,.0f", result.latencies().queriesCame()),
          format("%,.0f", result.turnedAway()),
          format("%d", result.threads()));
    }
    return table;
  }

  private Table heap() {
    Table table = new Table("heap, MB", "at first", "most", "at last", "packets", "a second");
    heap(table, "a peer does not read, threshold 128 KiB", results.threshold());
    heap(table, "a peer does not read, no threshold", results.noThreshold());
    heap(table, "a day of 24.8 million packets", results.day());
    return table;
  }

  private static void heap(Table table, String title, Alone.Result result) {
    List<Double> heap = result.heapMb();
    table.row(
        title,
        format("%.1f", heap.get(0)),
        format("%.1f", heap.stream().mapToDouble(Double::doubleValue).max().orElse(0)),
        format("%.1f", heap.get(heap.size() - 1)),
        format("%,d", result.packets()),
        format("%,.0f", result.packets() / result.seconds()));
  }

  private String slowPeer() {
    double step = GnutellaBenchmark.SLOW_SECONDS / results.threshold().heapMb().size();
    TimeChart chart =
        new TimeChart(
            "Heap while one of five peers does not read", "MB", GnutellaBenchmark.SLOW_SECONDS);
    chart.line("128 KiB", step, results.threshold().heapMb());
    chart.line("no threshold", step, results.noThreshold().heapMb());
    return chart.svg();
  }

  private String day() {
    TimeChart chart =
        new TimeChart(
            "Heap over a day of 24.8 million packets", "MB", results.day().heapMb().size());
    chart.unit("hours");
    chart.line("five peers", 1, results.day().heapMb());
    return chart.svg();
  }

  private static double median(
      List<Throughput.Result> rounds, ToDoubleFunction<Throughput.Result> value) {
    double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static String format(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }

  private Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "gnutella");
    map.put("month", Machine.month());
    map.put("machine", Machine.describe());
    map.put("command", command);
    map.put("peers5", rounds(results.few()));
    map.put("peers1000", rounds(results.many()));
    map.put("remedies", results.remedies().stream().map(GnutellaReport::remedy).toList());
    map.put("heapThreshold", results.threshold().heapMb());
    map.put("heapNoThreshold", results.noThreshold().heapMb());
    map.put("heapDay", results.day().heapMb());
    return map;
  }

  private static Map<String, Object> remedy(Remedies.Result result) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("remedy", result.title());
    row.put("rate", result.rate());
    row.put("queryP90Millis", result.latencies().queryMillis());
    row.put("otherP90Millis", result.latencies().otherMillis());
    row.put("queriesCame", result.latencies().queriesCame());
    row.put("turnedAway", result.turnedAway());
    row.put("threads", result.threads());
    return row;
  }

  private static List<Object> rounds(List<Throughput.Result> rounds) {
    return rounds.stream()
        .map(
            round -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put("received", round.received());
              row.put("routed", round.routed());
              row.put("sent", round.sent());
              row.put("dropped", round.dropped());
              row.put("cpu", round.cpu());
              row.put("loadCpu", round.loadCpu());
              return (Object) row;
            })
        .toList();
  }
}
