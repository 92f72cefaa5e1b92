package benchmarks.targets;

import benchmarks.report.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measures the runs of a plan, each once. A run is stored as soon as it ends, so a suite that was
 * stopped goes on with the next run. For one thread.
 */
final class Suite {
  private final RunStore store;
  private final Map<String, ?> origin;
  private final Opener opener;
  private final Consumer<String> log;

  /** Opens what figures are measured on. */
  @FunctionalInterface
  interface Opener {
    /** Starts the database that a figure needs, with its mailboxes. Blocks. */
    Site open(Figure figure) throws Exception;
  }

  /** Where the runs of some figures are measured. Methods block. */
  interface Site extends AutoCloseable {
    /**
     * Searches the capacity at full quality without control.
     *
     * @param earlier an earlier capacity to start from; 0 for none
     */
    Map<String, Object> capacity(double earlier) throws Exception;

    /** Measures a run; starts the row's service if it is not the one of the run before. */
    Map<String, Object> run(Row row, Step step, Measurement capacity) throws Exception;

    @Override
    void close() throws IOException;
  }

  /**
   * A suite.
   *
   * @param origin what all runs have in common, such as commit and machine
   * @param log receives a line for each run
   */
  Suite(RunStore store, Map<String, ?> origin, Opener opener, Consumer<String> log) {
    this.store = store;
    this.origin = Map.copyOf(origin);
    this.opener = opener;
    this.log = log;
  }

  /** Measures and stores the runs of a plan. */
  void run(Plan plan) throws Exception {
    for (List<Figure> group : plan.groups()) {
      try (Site site = opener.open(group.get(0))) {
        for (Figure figure : group) {
          measure(figure, plan.database(), site);
        }
      }
    }
  }

  private void measure(Figure figure, String database, Site site) throws Exception {
    Measurement capacity =
        capacity(new Key(figure.name(), Key.CAPACITY, "before", database), 0, site);
    for (Series part : figure.series()) {
      for (Step step : part.steps()) {
        Key key = figure.key(part, step, database);
        log.accept(key.toString());
        Map<String, Object> result = site.run(part.row(), step, capacity);
        result.put("capacity", capacity.number("goodput"));
        store(key, result);
      }
      Key after = new Key(figure.name(), Key.CAPACITY, "after " + part.row().name(), database);
      store.discard(after);
      capacity(after, capacity.number("rate"), site);
    }
  }

  private Measurement capacity(Key key, double earlier, Site site) throws Exception {
    Optional<Measurement> stored = store.find(key);
    if (stored.isPresent()) {
      return stored.get();
    }
    log.accept(key.toString());
    return store(key, site.capacity(earlier));
  }

  private Measurement store(Key key, Map<String, Object> result) throws IOException {
    Map<String, Object> all = Json.map("origin", origin);
    all.putAll(result);
    return store.store(key, all);
  }
}
