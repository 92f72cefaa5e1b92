package benchmarks.targets;

import benchmarks.load.SlowDatabase;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.LoadRun;
import benchmarks.users.Population;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/**
 * A run on a service, as its scenario sees it: the service, its users, and the figures to store.
 * For one thread, except for {@link #load}.
 */
final class LiveRun {
  /**
   * Users of an open loop: enough that an arrival finds a ready one, and few enough that each has
   * many actions in a run. The first action of each is a list of folders, which is cheap.
   */
  static final int ARRIVING = 1_000;

  private final LiveSite site;
  private final Progress progress;
  private final Map<String, Object> figures = Json.map();
  private boolean valid = true;

  /** Actions a second at capacity. */
  final double rate;

  /** Target of the 90th percentile, in milliseconds. */
  final double target;

  LiveRun(LiveSite site, double rate, double target, Progress progress) {
    this.site = site;
    this.rate = rate;
    this.target = target;
    this.progress = progress;
  }

  /** The users and policies. */
  Population population() {
    return site.population();
  }

  /** The database, whose answers can be delayed. */
  SlowDatabase database() {
    return site.slowDatabase();
  }

  /** The measured service. */
  URI service() {
    return site.service();
  }

  /** A second node on the same database, with the settings of the measured one. Blocks. */
  URI secondNode() throws IOException {
    return site.secondNode();
  }

  /** A load on the measured service. */
  LoadRun load(Habits habits) {
    return new LoadRun(site.service(), habits);
  }

  /** Offers a load and stores what the load generator took. Blocks. */
  RunResult run(LoadRun load, Crowd crowd, double seconds)
      throws IOException, InterruptedException {
    return run("load", load, crowd, seconds, second -> {});
  }

  /** Called each second of a run, on the calling thread. */
  @FunctionalInterface
  interface Watcher {
    void second(int second);
  }

  /**
   * Offers a load.
   *
   * @param name under which the cost of the load generator is stored
   */
  RunResult run(String name, LoadRun load, Crowd crowd, double seconds, Watcher watcher)
      throws IOException, InterruptedException {
    RunResult result =
        load.run(
            crowd,
            population()::people,
            seconds,
            (second, last) -> {
              progress.say("%d of %.0f s: %s", second, seconds, last.inShort());
              watcher.second(second);
            });
    synchronized (figures) {
      valid &= !result.cost().isBottleneck();
      Map<String, Object> cost = result.cost().asMap();
      cost.put("valid", !result.cost().isBottleneck());
      figures.put(name, cost);
    }
    return result;
  }

  /** Stores the figures of a phase, and the 90th percentile of each of its seconds. */
  void phase(String name, Summary phase) {
    Map<String, Object> map = phase.asMap(target);
    map.put("p90BySecond", phase.windows(1));
    figures.put(name, map);
  }

  /** Stores another figure. */
  void put(String name, Object value) {
    figures.put(name, value);
  }

  /** The stored figures. */
  Map<String, Object> figures() {
    figures.put("valid", valid);
    figures.put("targetMillis", target);
    return figures;
  }
}
