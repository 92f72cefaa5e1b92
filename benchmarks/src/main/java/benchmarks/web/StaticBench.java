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

  private static final int WARM_CLIENTS = 64;
  private static final Duration FIRST_WARM = Duration.ofSeconds(4);

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
        for (StaticPart part : new StaticPart[] {StaticPart.MIX, StaticPart.PAGE}) {
          WebLoad.Habits habits = part.habits(WARM_CLIENTS, files, 0);
          WebLoad.run(server, habits, FIRST_WARM.dividedBy(2), Duration.ofMillis(1));
        }
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  FileSet files() {
    return files;
  }

  int steps(StaticPart part) {
    return part.clients().size() * servers.size() * plan.rounds();
  }

  List<Cell> run(StaticPart part, Progress progress) throws IOException {
    Map<String, Cell> cells = new LinkedHashMap<>();
    for (int clients : part.clients()) {
      for (int round = 0; round < plan.rounds(); round++) {
        for (WebServer server : servers) {
          progress.step("%s, %d clients, %s", part.lowerCase(), clients, server.name());
          Outcome outcome =
              WebLoad.run(server, part.habits(clients, files, 1 + round), plan.warm(), plan.time());
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
