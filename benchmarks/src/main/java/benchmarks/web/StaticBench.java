package benchmarks.web;

import benchmarks.report.Progress;
import benchmarks.web.WebLoad.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs parts against servers that take turns: A B C, A B C, … */
final class StaticBench implements AutoCloseable {

  /**
   * How long and with what.
   *
   * @param servers names
   * @param directories of the file set
   * @param cacheBytes of Haboob's page cache
   * @param rounds of turns
   * @param warm before each turn counts
   * @param time of a turn
   * @param haboobOptions more of {@code arashi haboob}
   */
  record Plan(
      List<String> servers,
      int directories,
      long cacheBytes,
      int rounds,
      Duration warm,
      Duration time,
      List<String> haboobOptions) {}

  /** What was measured of one server with so many clients, turn by turn. */
  record Cell(String server, int clients, List<Outcome> turns) {}

  private static final int[] WARM_CLIENTS = {64, 1024};
  private static final int WARM_RUNS = 4;

  /** A server on a JVM is compiled as it runs. */
  private static final int JVM_WARM_RUNS = 16;

  private final Plan plan;
  private final FileSet files;
  private final List<WebServer> servers = new ArrayList<>();

  /**
   * Makes the files, and starts and warms the servers.
   *
   * @param root of the files; what is there already is kept
   */
  StaticBench(Plan plan, Path root) throws IOException {
    this.plan = plan;
    this.files = new FileSet(root, plan.directories()).write();
    try {
      for (String name : plan.servers()) {
        servers.add(WebServer.start(name, root, plan.cacheBytes(), plan.haboobOptions()));
      }
      for (WebServer server : servers) {
        warmUp(server);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void warmUp(WebServer server) throws IOException {
    int runs = server.name().equals("haboob") ? JVM_WARM_RUNS : WARM_RUNS;
    for (int i = 0; i < runs; i++) {
      Comparison comparison = i % 2 == 0 ? Comparison.MIX : Comparison.PAGE;
      int clients = WARM_CLIENTS[i / 2 % WARM_CLIENTS.length];
      WebLoad.run(server, comparison.habits(clients, files, i), plan.warm(), Duration.ofMillis(1));
    }
  }

  FileSet files() {
    return files;
  }

  int steps(Comparison comparison) {
    return comparison.clients().size() * servers.size() * plan.rounds();
  }

  List<Cell> run(Comparison comparison, Progress progress) throws IOException {
    Map<String, Cell> cells = new LinkedHashMap<>();
    for (int clients : comparison.clients()) {
      for (int round = 0; round < plan.rounds(); round++) {
        for (WebServer server : servers) {
          progress.step("%s, %d clients, %s", comparison.lowerCase(), clients, server.name());
          Outcome outcome =
              WebLoad.run(
                  server, comparison.habits(clients, files, 1 + round), plan.warm(), plan.time());
          cells
              .computeIfAbsent(
                  server.name() + " " + clients,
                  key -> new Cell(server.name(), clients, new ArrayList<>()))
              .turns()
              .add(outcome);
        }
      }
    }
    return List.copyOf(cells.values());
  }

  @Override
  public void close() {
    servers.forEach(WebServer::close);
  }
}
