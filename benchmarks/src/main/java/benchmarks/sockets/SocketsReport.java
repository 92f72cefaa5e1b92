package benchmarks.sockets;

import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.LineChart;
import benchmarks.report.Machine;
import benchmarks.report.Table;
import benchmarks.sockets.SocketsCommand.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** Table, plot and JSON: medians of the turns. */
final class SocketsReport {
  private static final String TITLE = "Bursts of 1000 packets of 8 KB";
  private static final double PACKET_BYTES = 8 << 10;

  private final List<BurstServerKind> kinds;
  private final List<Integer> connections;
  private final List<Measurement> points;

  SocketsReport(List<Measurement> points) {
    this.points = points;
    this.kinds = points.stream().map(Measurement::kind).distinct().sorted().toList();
    this.connections =
        List.copyOf(new TreeSet<>(points.stream().map(Measurement::connections).toList()));
  }

  void write(Path out) throws IOException {
    Files.writeString(out.resolve("sosp-11.svg"), svg());
    Files.writeString(out.resolve("sosp-11.json"), Json.of(json()));
    GeneratedSection.write(
        out.resolve("sockets.md"), "Sockets, by the number of connections", markdown());
  }

  private static double megabytes(Measurement point) {
    return point.bytes() / 1e6 / (point.wall().toNanos() / 1e9);
  }

  private static double cpuMicros(Measurement point) {
    return perPacket(point, point.cpu().service());
  }

  private static double loadCpuMicros(Measurement point) {
    return perPacket(point, point.cpu().load());
  }

  private static double perPacket(Measurement point, Duration cpu) {
    return cpu.toNanos() / 1e3 / Math.max(1, point.bytes() / PACKET_BYTES);
  }

  private double median(BurstServerKind kind, int count, ToDoubleFunction<Measurement> figure) {
    double[] sorted =
        points.stream()
            .filter(point -> point.kind() == kind && point.connections() == count)
            .mapToDouble(figure)
            .sorted()
            .toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  String markdown() {
    return String.format(
        "Made %s: %s%s. Each figure is the median of its"
            + " turns.%n%n%s%n%s%n%s%n![%s](sosp-11.svg)%n",
        Machine.month(),
        Machine.describe(),
        CongestionControl.ofThisSystem().map(name -> ", congestion control " + name).orElse(""),
        table("connections: MB/s", SocketsReport::megabytes, "%,.0f"),
        table("connections: server CPU, µs a packet", SocketsReport::cpuMicros, "%.2f"),
        table("connections: the load's CPU, µs a packet", SocketsReport::loadCpuMicros, "%.2f"),
        TITLE);
  }

  private Table table(String title, ToDoubleFunction<Measurement> figure, String format) {
    List<String> head = new ArrayList<>(List.of(title));
    kinds.forEach(kind -> head.add(kind.title()));
    Table table = new Table(head.toArray(String[]::new));
    for (int count : connections) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(count)));
      kinds.forEach(
          kind -> row.add(String.format(Locale.ROOT, format, median(kind, count, figure))));
      table.row(row.toArray(String[]::new));
    }
    return table;
  }

  private String svg() {
    LineChart chart = new LineChart(TITLE, "connections", "MB/s");
    for (BurstServerKind kind : kinds) {
      chart.line(
          kind.title(),
          connections.stream().map(Integer::doubleValue).toList(),
          connections.stream()
              .map(count -> median(kind, count, SocketsReport::megabytes))
              .toList());
    }
    return chart.svg();
  }

  private Map<String, Object> json() {
    List<Object> list = new ArrayList<>();
    for (Measurement point : points) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("server", point.kind().title());
      map.put("connections", point.connections());
      map.put("megabytesPerSecond", megabytes(point));
      map.put("serverCpuMicrosPerPacket", cpuMicros(point));
      map.put("loadCpuMicrosPerPacket", loadCpuMicros(point));
      list.add(map);
    }
    return Map.of("figure", "sosp-11", "turns", list);
  }
}
