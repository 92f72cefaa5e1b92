package benchmarks.sockets;

import benchmarks.load.CpuMeter.Cpu;
import benchmarks.report.OutOption;
import benchmarks.report.Progress;
import benchmarks.sockets.BurstProcess.Reading;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi bench sockets}. */
@Command(
    name = "sockets",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Figure 11 of the SEDA paper: bursts on many connections, beside threads, Netty.")
public final class SocketsCommand implements Callable<Integer> {
  private static final int VIRTUAL_SINCE = 21;

  /** While they all begin, what is sent waits in the sockets, as it doesn't afterwards. */
  private static final int CONNECTIONS_PER_MILLI = 4;

  @Spec private CommandSpec spec;
  @Mixin private OutOption out;

  @Option(
      names = "--connections",
      split = ",",
      paramLabel = "N",
      description = "how many at once (default: ${DEFAULT-VALUE})",
      defaultValue = "1,4,16,64,256,1024,4096,8192")
  private List<Integer> connections;

  @Option(
      names = "--newer-java",
      paramLabel = "HOME",
      description =
          "a JDK of 21 or newer, for virtual threads (default: $$NEWER_JAVA_HOME; left out without"
              + " one)",
      defaultValue = "${env:NEWER_JAVA_HOME}")
  private Path newerJava;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "turns of each server (default: ${DEFAULT-VALUE})",
      defaultValue = "3")
  private int rounds;

  @Option(
      names = "--millis",
      paramLabel = "MS",
      description =
          "of a turn, after half as long to warm up, or a second for every 4000 connections"
              + " (default: ${DEFAULT-VALUE})",
      defaultValue = "1000")
  private int millis;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter print = spec.commandLine().getOut();
    Map<BurstServerKind, Path> javas = javas();
    if (!javas.containsKey(BurstServerKind.VIRTUAL_THREADS)) {
      print.println("Virtual threads are left out: see --newer-java");
    }
    CongestionControl.ofThisSystem()
        .filter(CongestionControl::paces)
        .ifPresent(
            name ->
                print.printf(
                    "With %s timers decide what is sent; see docs/evaluation/sockets.md%n", name));
    List<BurstProcess> servers = new ArrayList<>();
    List<Measurement> points;
    try {
      for (Map.Entry<BurstServerKind, Path> each : javas.entrySet()) {
        servers.add(new BurstProcess(each.getKey(), each.getValue()));
      }
      points = measure(servers);
    } finally {
      servers.forEach(BurstProcess::close);
    }
    SocketsReport report = new SocketsReport(points);
    report.write(out.folder());
    out.announce(print, report.markdown());
    return 0;
  }

  private Map<BurstServerKind, Path> javas() {
    Path thisJava = Path.of(System.getProperty("java.home"));
    Map<BurstServerKind, Path> javas = new EnumMap<>(BurstServerKind.class);
    for (BurstServerKind kind : BurstServerKind.values()) {
      javas.put(kind, thisJava);
    }
    if (newerJava != null && !newerJava.toString().isEmpty()) {
      javas.put(BurstServerKind.VIRTUAL_THREADS, newerJava);
    } else if (Runtime.version().feature() < VIRTUAL_SINCE) {
      javas.remove(BurstServerKind.VIRTUAL_THREADS);
    }
    return javas;
  }

  /** What was measured of one server in one turn. */
  record Measurement(BurstServerKind kind, int connections, long bytes, Duration wall, Cpu cpu) {}

  private List<Measurement> measure(List<BurstProcess> servers)
      throws IOException, InterruptedException {
    List<Measurement> points = new ArrayList<>();
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
            points.add(turn(server, count));
          }
        }
      }
    }
    return points;
  }

  private Measurement turn(BurstProcess server, int count)
      throws IOException, InterruptedException {
    BurstLoad load = new BurstLoad(server.address(), count);
    try (load) {
      TimeUnit.MILLISECONDS.sleep(Math.max(millis / 2, count / CONNECTIONS_PER_MILLI));
      Reading before = server.read();
      long start = System.nanoTime();
      TimeUnit.MILLISECONDS.sleep(millis);
      Reading after = server.read();
      Duration wall = Duration.ofNanos(System.nanoTime() - start);
      return new Measurement(
          server.kind(),
          count,
          after.bytes() - before.bytes(),
          wall,
          after.cpu().since(before.cpu()));
    }
  }
}
