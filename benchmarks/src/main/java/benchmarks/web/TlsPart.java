package benchmarks.web;

import benchmarks.load.Processes;
import benchmarks.load.TemporaryFolder;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import javax.net.ssl.SSLSocket;

/** Handshakes and bytes under TLS 1.3, beside nginx with OpenSSL. */
record TlsPart(StaticCommand.Plan plan) {
  private static final int WARM_RUNS = 6;

  private enum Load {
    /** A connection for each request, with a full handshake. */
    FULL,
    /** A connection for each request, which resumes the session of the one before. */
    RESUMED,
    /** Large pages over one connection of each client. */
    BULK;

    String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Count(long requests, long resumed, long bytes) {
    Count plus(Count other) {
      return new Count(requests + other.requests, resumed + other.resumed, bytes + other.bytes);
    }
  }

  private record Turn(String server, Load load, Count count, double seconds, double cpuSeconds) {
    double perSecond() {
      return count.requests / seconds;
    }

    double microsEach() {
      return cpuSeconds * 1e6 / count.requests;
    }

    double percentResumed() {
      return 100.0 * count.resumed / count.requests;
    }

    double microsOfMegabyte() {
      return cpuSeconds * 1e12 / count.bytes;
    }
  }

  /** Servers that have settings for TLS. */
  private List<String> names() {
    return plan.servers().stream().filter(name -> !name.equals("apache")).toList();
  }

  void run(Path files, Report report) throws IOException {
    FileSet set = new FileSet(files, 1).write();
    List<WebServer> servers = new ArrayList<>();
    List<Turn> turns = new ArrayList<>();
    int steps = names().size() * Load.values().length * (plan.rounds() + WARM_RUNS);
    try (TemporaryFolder folder = new TemporaryFolder("arashi-bench-keys");
        Progress progress = new Progress(steps)) {
      TlsKeys keys = TlsKeys.make(folder.path());
      try {
        for (String name : names()) {
          servers.add(WebServer.startTls(name, set.root(), keys));
        }
        for (int round = -WARM_RUNS; round < plan.rounds(); round++) {
          for (Load load : Load.values()) {
            for (WebServer server : servers) {
              progress.step("%s, %s", load.lowerCase(), server.name());
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
    report(turns, report);
  }

  private Turn turn(WebServer server, Load load) {
    Duration before = server.cpu();
    long start = System.nanoTime();
    long end = start + plan.time().toNanos();
    Callable<Count> client = () -> ask(server, load, end);
    int clients = Runtime.getRuntime().availableProcessors();
    Count sum =
        Processes.together(Collections.nCopies(clients, client)).stream()
            .reduce(new Count(0, 0, 0), Count::plus);
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpu = server.cpu().minus(before).toNanos() / 1e9;
    return new Turn(server.name(), load, sum, seconds, cpu);
  }

  private static Count ask(WebServer server, Load load, long end) throws IOException {
    Count count = new Count(0, 0, 0);
    TlsClient client = new TlsClient(server.address());
    while (System.nanoTime() < end) {
      try (SSLSocket socket = client.connect()) {
        do {
          long bytes =
              TlsClient.ask(socket, load == Load.BULK ? FileSet.LONGEST : FileSet.SHORTEST);
          count = count.plus(new Count(1, client.resumed() ? 1 : 0, bytes));
        } while (load == Load.BULK && System.nanoTime() < end);
        if (load == Load.FULL) {
          socket.getSession().invalidate();
        }
      }
    }
    return count;
  }

  private void report(List<Turn> turns, Report report) throws IOException {
    Table table = Table.across("", names(), name -> name);
    row(table, turns, "full handshakes/s", Load.FULL, Turn::perSecond);
    row(table, turns, "server CPU µs for each", Load.FULL, Turn::microsEach);
    row(table, turns, "resumed handshakes/s", Load.RESUMED, Turn::perSecond);
    row(table, turns, "server CPU µs for each", Load.RESUMED, Turn::microsEach);
    row(table, turns, "of those really resumed, %", Load.RESUMED, Turn::percentResumed);
    row(table, turns, "bulk, MB/s", Load.BULK, turn -> turn.count.bytes / 1e6 / turn.seconds);
    row(table, turns, "server CPU µs for a MB", Load.BULK, Turn::microsOfMegabyte);
    Columns<Turn> columns =
        new Columns<Turn>()
            .key("server", Turn::server)
            .key("load", turn -> turn.load.lowerCase())
            .key("requests", turn -> turn.count.requests)
            .key("resumed", turn -> turn.count.resumed)
            .key("bytes", turn -> turn.count.bytes)
            .key("seconds", Turn::seconds)
            .key("serverCpuSeconds", Turn::cpuSeconds);
    report
        .text("### Under TLS 1.3")
        .measured(
            "Certificate on P-256, AES-128-GCM; a connection and a request of 102 bytes for each"
                + " handshake, pages of 900 KB for bulk; as many clients as cores, in Java too;"
                + " medians of %d turns of %d ms.",
            plan.rounds(), plan.time().toMillis())
        .table(table)
        .json("static-tls.json", Json.map("turns", columns.json(turns)));
  }

  private void row(
      Table table, List<Turn> turns, String title, Load load, ToDoubleFunction<Turn> figure) {
    Function<String, List<Turn>> of =
        name -> turns.stream().filter(t -> t.server.equals(name) && t.load == load).toList();
    table.row(title, names(), "%,.0f", name -> Figures.median(of.apply(name), figure));
  }
}
