package benchmarks.sockets;

import benchmarks.load.CpuMeter.Cpu;
import benchmarks.report.Benchmark;
import benchmarks.report.Chart;
import benchmarks.report.Columns;
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
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code arashi bench sockets}. */
@Command(
    name = "sockets",
    description = "Figure 11 of the SEDA paper: bursts on many connections, beside threads, Netty.")
public final class SocketsCommand extends Benchmark {
  private static final String TITLE = "Bursts of 1000 packets of 8 KB";
  private static final double PACKET_BYTES = 8 << 10;
  private static final int VIRTUAL_SINCE = 21;
  private static final Path CONGESTION_CONTROL =
      Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

  /** The warm-up's rate: while connections begin, more bytes wait in the sockets than later. */
  private static final int CONNECTIONS_PER_MILLI = 4;

  @Option(
      names = "--connections",
      split = ",",
      description = "how many at once (default: 1,4,16,64,256,1024,4096,8192)")
  private List<Integer> connections = List.of(1, 4, 16, 64, 256, 1024, 4096, 8192);

  @Option(
      names = "--newer-java",
      paramLabel = "HOME",
      description = "a JDK of 21 or newer, for virtual threads (default: $$NEWER_JAVA_HOME)",
      defaultValue = "${env:NEWER_JAVA_HOME}")
  private Path newerJava;

  @Option(names = "--rounds", description = "turns of each server (default: 3)")
  private int rounds = 3;

  @Option(
      names = "--millis",
      description =
          "of a turn, after a warm-up of half of it, or of a second for 4000 connections"
              + " (default: 1000)")
  private int millis = 1_000;

  private record Turn(Kind kind, int connections, long bytes, double seconds, Cpu cpu) {
    double megabytes() {
      return bytes / 1e6 / seconds;
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
    String congestion =
        Files.exists(CONGESTION_CONTROL) ? Files.readString(CONGESTION_CONTROL).strip() : "unknown";
    if (congestion.startsWith("bbr")) {
      print("With %s, timers pace segments; see docs/evaluation/sockets.md", congestion);
    }
    List<BurstProcess> servers = new ArrayList<>();
    try {
      boolean hasNewer = newerJava != null && !newerJava.toString().isEmpty();
      for (Kind kind : Kind.values()) {
        boolean newer = kind == Kind.VIRTUAL_THREADS && hasNewer;
        if (kind != Kind.VIRTUAL_THREADS || newer || Runtime.version().feature() >= VIRTUAL_SINCE) {
          Path java = newer ? newerJava : Path.of(System.getProperty("java.home"));
          servers.add(new BurstProcess(kind, java));
        } else {
          print("Virtual threads are left out: see --newer-java");
        }
      }
      report(measure(servers), congestion);
    } finally {
      servers.forEach(BurstProcess::close);
    }
  }

  private List<Turn> measure(List<BurstProcess> servers) throws IOException, InterruptedException {
    List<Turn> turns = new ArrayList<>();
    try (Progress progress = new Progress((rounds * connections.size() + 1) * servers.size())) {
      for (BurstProcess server : servers) {
        progress.step("warming up: %s", server.kind.title);
        for (int count : connections) {
          turn(server, Math.min(count, 64));
        }
      }
      // each round has all numbers, because the machine's speed drifts
      for (int round = 0; round < rounds; round++) {
        for (int count : connections) {
          for (BurstProcess server : servers) {
            progress.step("%d connections, %s", count, server.kind.title);
            turns.add(turn(server, count));
          }
        }
      }
    }
    return turns;
  }

  private Turn turn(BurstProcess server, int count) throws IOException, InterruptedException {
    BurstLoad load = new BurstLoad(server.address, count);
    try (load) {
      TimeUnit.MILLISECONDS.sleep(Math.max(millis / 2, count / CONNECTIONS_PER_MILLI));
      Reading before = server.read();
      long start = System.nanoTime();
      TimeUnit.MILLISECONDS.sleep(millis);
      Reading after = server.read();
      double seconds = (System.nanoTime() - start) / 1e9;
      long bytes = after.bytes() - before.bytes();
      return new Turn(server.kind, count, bytes, seconds, after.cpu().since(before.cpu()));
    }
  }

  private void report(List<Turn> turns, String congestion) throws IOException {
    List<Integer> counts = List.copyOf(new TreeSet<>(connections));
    Chart chart = new Chart(TITLE, "connections").logarithmic().panel("MB/s");
    for (Kind kind : kinds(turns)) {
      Function<Integer, Double> median = count -> median(turns, kind, count, Turn::megabytes);
      chart.line(kind.title, counts, counts.stream().map(median).toList());
    }
    Columns<Turn> columns =
        new Columns<Turn>()
            .key("server", turn -> turn.kind.title)
            .key("connections", Turn::connections)
            .key("megabytesPerSecond", Turn::megabytes)
            .key("serverCpuMicrosPerPacket", Turn::cpuMicros)
            .key("loadCpuMicrosPerPacket", Turn::loadCpuMicros);
    Report report =
        report()
            .measured("Congestion control: %s. Each figure is the median of its turns.", congestion)
            .table(table(turns, "MB/s", "%,.0f", Turn::megabytes))
            .table(table(turns, "server CPU, µs a packet", "%.2f", Turn::cpuMicros))
            .table(table(turns, "the load's CPU, µs a packet", "%.2f", Turn::loadCpuMicros))
            .chart("sosp-11.svg", TITLE, chart.svg())
            .json("sosp-11.json", Json.map("turns", columns.json(turns)));
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
    List<Kind> kinds = kinds(turns);
    Table table = Table.across("connections: " + title, kinds, kind -> kind.title);
    for (int count : new TreeSet<>(connections)) {
      table.row("" + count, kinds, format, kind -> median(turns, kind, count, figure));
    }
    return table;
  }
}
