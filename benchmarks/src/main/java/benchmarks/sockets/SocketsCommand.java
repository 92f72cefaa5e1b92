package benchmarks.sockets;

import benchmarks.load.CpuMeter.Cpu;
import benchmarks.report.Benchmark;
import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import benchmarks.sockets.BurstProcess.Reading;
import benchmarks.sockets.BurstServer.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code arashi bench sockets}. */
@Command(
    name = "sockets",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Figure 11 of the SEDA paper: bursts on many connections, beside threads, Netty.")
public final class SocketsCommand extends Benchmark {
  private static final String TITLE = "Bursts of 1000 packets of 8 KB";
  private static final double PACKET_BYTES = 8 << 10;
  private static final int VIRTUAL_SINCE = 21;
  private static final Path CONGESTION_CONTROL =
      Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

  /** While they all begin, bytes wait in the sockets, as they do not afterwards. */
  private static final int CONNECTIONS_PER_MILLI = 4;

  @Option(
      names = "--connections",
      split = ",",
      description = "how many at once (default: 1,4,16,64,256,1024,4096,8192)")
  private List<Integer> connections = List.of(1, 4, 16, 64, 256, 1024, 4096, 8192);

  @Option(
      names = "--newer-java",
      paramLabel = "HOME",
      description =
          "a JDK of 21 or newer, for virtual threads (default: $$NEWER_JAVA_HOME; left out without"
              + " one)",
      defaultValue = "${env:NEWER_JAVA_HOME}")
  private Path newerJava;

  @Option(names = "--rounds", description = "turns of each server (default: 3)")
  private int rounds = 3;

  @Option(
      names = "--millis",
      description =
          "of a turn, after half as long to warm up, or a second for every 4000 connections"
              + " (default: 1000)")
  private int millis = 1_000;

  private record Turn(Kind kind, int connections, long bytes, Duration wall, Cpu cpu) {
    double megabytes() {
      return bytes / 1e6 / (wall.toNanos() / 1e9);
    }

    double cpuMicros() {
      return perPacket(cpu.service());
    }

    double loadCpuMicros() {
      return perPacket(cpu.load());
    }

    private double perPacket(Duration used) {
      return used.toNanos() / 1e3 / Math.max(1, bytes / PACKET_BYTES);
    }
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    Map<Kind, Path> javas = javas();
    if (!javas.containsKey(Kind.VIRTUAL_THREADS)) {
      print("Virtual threads are left out: see --newer-java");
    }
    String congestion =
        Files.exists(CONGESTION_CONTROL) ? Files.readString(CONGESTION_CONTROL).strip() : "unknown";
    if (congestion.startsWith("bbr")) {
      print("With %s timers pace what is sent; see docs/evaluation/sockets.md", congestion);
    }
    List<BurstProcess> servers = new ArrayList<>();
    try {
      for (Map.Entry<Kind, Path> each : javas.entrySet()) {
        servers.add(new BurstProcess(each.getKey(), each.getValue()));
      }
      report(measure(servers), congestion);
    } finally {
      servers.forEach(BurstProcess::close);
    }
  }

  private Map<Kind, Path> javas() {
    Map<Kind, Path> javas = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      javas.put(kind, Path.of(System.getProperty("java.home")));
    }
    if (newerJava != null && !newerJava.toString().isEmpty()) {
      javas.put(Kind.VIRTUAL_THREADS, newerJava);
    } else if (Runtime.version().feature() < VIRTUAL_SINCE) {
      javas.remove(Kind.VIRTUAL_THREADS);
    }
    return javas;
  }

  private List<Turn> measure(List<BurstProcess> servers) throws IOException, InterruptedException {
    List<Turn> turns = new ArrayList<>();
    try (Progress progress = new Progress((rounds * connections.size() + 1) * servers.size())) {
      for (BurstProcess server : servers) {
        progress.step("warming up: %s", server.kind().title());
        for (int count : connections) {
          turn(server, Math.min(count, 64));
        }
      }
      // all numbers in each round, for the machine's speed drifts
      for (int round = 0; round < rounds; round++) {
        for (int count : connections) {
          for (BurstProcess server : servers) {
            progress.step("%d connections, %s", count, server.kind().title());
            turns.add(turn(server, count));
          }
        }
      }
    }
    return turns;
  }

  private Turn turn(BurstProcess server, int count) throws IOException, InterruptedException {
    BurstLoad load = new BurstLoad(server.address(), count);
    try (load) {
      TimeUnit.MILLISECONDS.sleep(Math.max(millis / 2, count / CONNECTIONS_PER_MILLI));
      Reading before = server.read();
      long start = System.nanoTime();
      TimeUnit.MILLISECONDS.sleep(millis);
      Reading after = server.read();
      Duration wall = Duration.ofNanos(System.nanoTime() - start);
      long bytes = after.bytes() - before.bytes();
      return new Turn(server.kind(), count, bytes, wall, after.cpu().since(before.cpu()));
    }
  }

  private void report(List<Turn> turns, String congestion) throws IOException {
    List<Integer> counts = List.copyOf(new TreeSet<>(connections));
    Chart chart = new Chart(TITLE, "connections").logarithmic().panel("MB/s");
    for (Kind kind : kinds(turns)) {
      chart.line(
          kind.title(),
          counts,
          counts.stream().map(n -> median(turns, kind, n, Turn::megabytes)).toList());
    }
    List<Object> rows = new ArrayList<>();
    for (Turn turn : turns) {
      rows.add(
          Json.map(
              "server", turn.kind.title(),
              "connections", turn.connections,
              "megabytesPerSecond", turn.megabytes(),
              "serverCpuMicrosPerPacket", turn.cpuMicros(),
              "loadCpuMicrosPerPacket", turn.loadCpuMicros()));
    }
    Report report =
        report()
            .measured("Congestion control: %s. Each figure is the median of its turns.", congestion)
            .table(table(turns, "MB/s", "%,.0f", Turn::megabytes))
            .table(table(turns, "server CPU, µs a packet", "%.2f", Turn::cpuMicros))
            .table(table(turns, "the load's CPU, µs a packet", "%.2f", Turn::loadCpuMicros))
            .chart("sosp-11.svg", TITLE, chart.svg())
            .json("sosp-11.json", Json.map("turns", rows));
    publish(report, "sockets.md", "Sockets, by the number of connections", "");
  }

  private static List<Kind> kinds(List<Turn> turns) {
    return turns.stream().map(Turn::kind).distinct().sorted().toList();
  }

  private static double median(
      List<Turn> turns, Kind kind, int count, ToDoubleFunction<Turn> figure) {
    return Figures.median(
        turns.stream().filter(t -> t.kind == kind && t.connections == count).toList(), figure);
  }

  private Table table(
      List<Turn> turns, String title, String format, ToDoubleFunction<Turn> figure) {
    Table table = Table.across("connections: " + title, kinds(turns), Kind::title);
    for (int count : new TreeSet<>(connections)) {
      table.row("" + count, kinds(turns), format, kind -> median(turns, kind, count, figure));
    }
    return table;
  }
}
