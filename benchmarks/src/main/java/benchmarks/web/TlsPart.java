package benchmarks.web;

import benchmarks.report.BenchmarkException;
import benchmarks.report.GeneratedSection;
import benchmarks.report.Json;
import benchmarks.report.Machine;
import benchmarks.report.Progress;
import benchmarks.report.Table;
import benchmarks.web.TlsClient.Connected;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;

/** Handshakes and bytes under TLS 1.3, beside nginx with OpenSSL. */
final class TlsPart {
  private static final String SMALL = "/dir00000/class0_0";
  private static final String LARGE = FileSet.LONGEST;
  private static final int WARM_RUNS = 6;

  private final List<String> names;
  private final int rounds;
  private final Duration time;

  /** What the clients do. */
  private enum Load {
    /** A connection for each request, with a full handshake. */
    FULL,
    /** A connection for each request, which resumes the session of the one before. */
    RESUMED,
    /** Large pages over connections that are kept. */
    BULK
  }

  /** What a client did. */
  private record Count(long requests, long resumed, long bytes) {
    Count plus(Count other) {
      return new Count(requests + other.requests, resumed + other.resumed, bytes + other.bytes);
    }
  }

  private record Turn(String server, Load load, Count count, double seconds, double cpuSeconds) {}

  /** Turns as planned against those of the servers that have settings for TLS. */
  TlsPart(StaticBench.Plan plan) {
    this.names = plan.servers().stream().filter(name -> !name.equals("apache")).toList();
    this.rounds = plan.rounds();
    this.time = plan.time();
  }

  void run(Path files, Path out, PrintWriter print) throws IOException {
    FileSet set = new FileSet(files, 1).write();
    List<WebServer> servers = new ArrayList<>();
    List<Turn> turns = new ArrayList<>();
    try (TemporaryFolder folder = new TemporaryFolder("arashi-bench-keys");
        Progress progress =
            new Progress(names.size() * Load.values().length * (rounds + WARM_RUNS))) {
      TlsKeys keys = TlsKeys.make(folder.path());
      try {
        for (String name : names) {
          servers.add(WebServer.startTls(name, set.root(), keys));
        }
        for (int round = -WARM_RUNS; round < rounds; round++) {
          for (Load load : Load.values()) {
            for (WebServer server : servers) {
              progress.step("%s, %s", load.name().toLowerCase(Locale.ROOT), server.name());
              Turn turn = turn(server, load);
              if (round >= 0) {
                turns.add(turn);
              }
            }
          }
        }
      } finally {
        servers.forEach(WebServer::close);
      }
    }
    report(turns, out, print);
  }

  private Turn turn(WebServer server, Load load) throws IOException {
    int clients = Runtime.getRuntime().availableProcessors();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      Duration before = server.cpu();
      long start = System.nanoTime();
      long end = start + time.toNanos();
      List<Future<Count>> running = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        running.add(threads.submit(client(server, load, end)));
      }
      Count sum = new Count(0, 0, 0);
      for (Future<Count> each : running) {
        sum = sum.plus(each.get());
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpu = server.cpu().minus(before).toNanos() / 1e9;
      return new Turn(server.name(), load, sum, seconds, cpu);
    } catch (ExecutionException e) {
      throw new BenchmarkException(server.name() + ": " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    } finally {
      threads.shutdown();
    }
  }

  private static Callable<Count> client(WebServer server, Load load, long end) {
    return load == Load.BULK ? () -> bulk(server, end) : () -> handshakes(server, load, end);
  }

  private static Count handshakes(WebServer server, Load load, long end) throws IOException {
    Count count = new Count(0, 0, 0);
    TlsClient client = new TlsClient(server.address());
    while (System.nanoTime() < end) {
      try (Connected connection = client.connect()) {
        long bytes = TlsClient.ask(connection, SMALL);
        count = count.plus(new Count(1, connection.resumed() ? 1 : 0, bytes));
        if (load == Load.FULL) {
          connection.socket().getSession().invalidate();
        }
      }
    }
    return count;
  }

  private static Count bulk(WebServer server, long end) throws IOException {
    Count count = new Count(0, 0, 0);
    try (Connected connection = new TlsClient(server.address()).connect()) {
      while (System.nanoTime() < end) {
        count = count.plus(new Count(1, 0, TlsClient.ask(connection, LARGE)));
      }
    }
    return count;
  }

  // ---- what came of it

  private void report(List<Turn> turns, Path out, PrintWriter print) throws IOException {
    List<String> head = new ArrayList<>(List.of(""));
    head.addAll(names);
    Table table = new Table(head.toArray(String[]::new));
    row(table, turns, "full handshakes/s", Load.FULL, t -> t.count.requests / t.seconds);
    row(table, turns, "server CPU µs for each", Load.FULL, TlsPart::microsEach);
    row(table, turns, "resumed handshakes/s", Load.RESUMED, t -> t.count.requests / t.seconds);
    row(table, turns, "server CPU µs for each", Load.RESUMED, TlsPart::microsEach);
    row(
        table,
        turns,
        "of those really resumed, %",
        Load.RESUMED,
        t -> 100.0 * t.count.resumed / t.count.requests);
    row(table, turns, "bulk, MB/s", Load.BULK, t -> t.count.bytes / 1e6 / t.seconds);
    row(
        table,
        turns,
        "server CPU µs for a MB",
        Load.BULK,
        t -> t.cpuSeconds * 1e12 / t.count.bytes);
    String markdown =
        String.format(
            "### Under TLS 1.3%n%nMade %s: %s. Certificate on P-256, AES-128-GCM; a connection and"
                + " a request of 102 bytes for each handshake, pages of 900 KB for bulk; as many"
                + " clients as cores, in Java too; medians of %d turns of %d ms.%n%n%s",
            Machine.month(), Machine.describe(), rounds, time.toMillis(), table);
    Files.writeString(out.resolve("static-tls.json"), Json.of(json(turns)));
    GeneratedSection.write(out.resolve("static.md"), StaticCommand.PAGE_TITLE, "tls", markdown);
    print.println(markdown);
    print.flush();
  }

  private static double microsEach(Turn turn) {
    return turn.cpuSeconds * 1e6 / turn.count.requests;
  }

  private void row(
      Table table, List<Turn> turns, String title, Load load, ToDoubleFunction<Turn> figure) {
    List<String> cells = new ArrayList<>(List.of(title));
    for (String name : names) {
      double[] sorted =
          turns.stream()
              .filter(turn -> turn.server.equals(name) && turn.load == load)
              .mapToDouble(figure)
              .sorted()
              .toArray();
      cells.add(String.format(Locale.ROOT, "%,.0f", sorted[sorted.length / 2]));
    }
    table.row(cells.toArray(String[]::new));
  }

  private static Map<String, Object> json(List<Turn> turns) {
    List<Object> list = new ArrayList<>();
    for (Turn turn : turns) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("server", turn.server);
      map.put("load", turn.load.name().toLowerCase(Locale.ROOT));
      map.put("requests", turn.count.requests);
      map.put("resumed", turn.count.resumed);
      map.put("bytes", turn.count.bytes);
      map.put("seconds", turn.seconds);
      map.put("serverCpuSeconds", turn.cpuSeconds);
      list.add(map);
    }
    return Map.of("part", "tls", "turns", list);
  }
}
