package benchmarks.targets;

import arashi.store.policy.Policy.Controller;
import benchmarks.load.DatabaseServer;
import benchmarks.load.Product;
import benchmarks.load.SlowDatabase;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.LoadRun;
import benchmarks.users.Population;
import benchmarks.users.Summary;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * The real services of a figure. Three processes share one database: a reference service without
 * control, which measures the capacity and is idle otherwise, the measured service, and for some
 * figures a second node. The measured one restarts for each row; the others stay warm.
 */
final class LiveSite implements Suite.Site {
  private static final int SIZES = 6;
  private static final int MOST_MAILS = 400;
  private static final int WARM_UP_USERS = 32;

  /** Warm-up ends when a round is not faster by this factor than the best one. */
  private static final double WARMER = 1.03;

  private static final int LEAST_WARM_UPS = 3;
  private static final int MOST_WARM_UPS = 6;

  /** Users of a probe, more than are answered at once within the target. */
  private static final int PROBING = 256;

  /** Longest time until every node follows a changed policy. */
  private static final long FOLLOW_MILLIS = 2_500;

  /** Longest remaining work of an earlier run. */
  private static final long REST_MILLIS = 1_500;

  /** Without control, a full queue must refuse nothing for as long as possible. */
  private static final String COMMON =
      """
      mail { queue-capacity = 10000, quality-header = true }
      """;

  private final TargetOptions options;
  private final Progress progress;
  private final DatabaseServer server;
  private final SlowDatabase slow;
  private final Product reference;
  private final Population population;
  private Product measured;
  private Product second;
  private Row row;
  private long addedWork;

  /** Starts the database and the reference service, and fills the mailboxes. */
  LiveSite(Figure figure, TargetOptions options, Progress progress) throws Exception {
    this.options = options;
    this.progress = progress;
    this.addedWork = Math.max(0, options.addedWork());
    progress.say("%s: starting", figure.name());
    slow = figure.slowDatabase() ? new SlowDatabase(options.mysql()) : null;
    server = slow == null ? new DatabaseServer(options.mysql()) : null;
    reference = new Product(url(), settings(Row.of("none")));
    population =
        new Population(
            reference,
            SIZES,
            MOST_MAILS,
            LiveRun.ARRIVING,
            options.mail(),
            true,
            size -> progress.say("%s: filling mailboxes with %,d mails", figure.name(), size));
    population.target(options.targetMillis());
    quality(true);
    warmUp(reference);
  }

  private String url() {
    return slow == null ? server.url() : slow.url();
  }

  private String settings(Row of) {
    return COMMON + "mail.added-work = " + addedWork + "\n" + of.settings();
  }

  Population population() {
    return population;
  }

  SlowDatabase slowDatabase() {
    return slow;
  }

  URI service() {
    return measured.address();
  }

  URI secondNode() throws IOException {
    if (second == null) {
      second = new Product(url(), settings(row));
    }
    return second.address();
  }

  /** Name and version of the database. */
  String databaseVersion() throws IOException, SQLException {
    return reference.databaseVersion();
  }

  /** Bytes that each request hashes. */
  long addedWork() {
    return addedWork;
  }

  /**
   * Chooses the added work by two measurements, one without and one with much of it, and restarts
   * the reference service with it.
   */
  void calibrate() throws Exception {
    double without = saturated(reference);
    reference(AddedWork.PROBE);
    double with = saturated(reference);
    reference(AddedWork.bytes(without, with));
  }

  private void reference(long bytes) throws Exception {
    addedWork = bytes;
    Row none = Row.of("none");
    reference.restart(none.kind(), settings(none));
    warmUp(reference);
  }

  private double saturated(Product service) throws Exception {
    return load(service, Habits.closed(), 64, options.probeSeconds()).perSecond();
  }

  /**
   * Has the JIT compile the code of a service. A cold service answers half as much, and would be
   * measured against the capacity of the warm reference.
   */
  private void warmUp(Product service) throws Exception {
    double best = 0;
    for (int round = 0; round < MOST_WARM_UPS; round++) {
      double rate =
          load(service, Habits.closed(), WARM_UP_USERS, options.warmUpSeconds()).perSecond();
      if (round >= LEAST_WARM_UPS && rate < WARMER * best) {
        return;
      }
      best = Math.max(best, rate);
    }
  }

  private void quality(boolean full) throws InterruptedException {
    population.control(Controller.DEADLINE, full ? OptionalDouble.of(1) : OptionalDouble.empty());
    TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
  }

  private Summary load(Product service, Habits habits, int users, double seconds) throws Exception {
    rest();
    return new LoadRun(service.address(), habits)
        .run(
            Crowd.of(users),
            population::people,
            seconds,
            (second, last) -> progress.say("%d of %.0f s: %s", second, seconds, last.inShort()))
        .steady();
  }

  private void rest() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
    population.restore();
    System.gc(); // or a collection of earlier garbage pauses the load during the run
  }

  @Override
  public Map<String, Object> capacity(double earlier) throws Exception {
    quality(true);
    CapacityProbe probe =
        new CapacityProbe(
            options.targetMillis(),
            rate -> load(reference, Habits.open(rate), PROBING, options.probeSeconds()));
    if (earlier > 0) {
      CapacitySearch.search(earlier, CapacitySearch.NARROW, probe);
    } else {
      double estimate = probe.actions(saturated(reference));
      CapacitySearch.search(estimate, CapacitySearch.WIDE, probe);
    }
    Map<String, Object> result = probe.best();
    result.put("databaseVersion", databaseVersion());
    result.put("addedWorkBytes", addedWork);
    return result;
  }

  @Override
  public Map<String, Object> run(Row of, Step step, Measurement capacity) throws Exception {
    if (!of.equals(row)) {
      start(of);
    }
    quality(of.fullQuality());
    rest();
    LiveRun run = new LiveRun(this, capacity.number("rate"), options.targetMillis(), progress);
    step.scenario().play(run, step.seconds());
    Map<String, Object> result =
        Json.map(
            "row", Json.map("title", of.title(), "settings", settings(of)),
            "seconds", step.seconds(),
            "databaseVersion", databaseVersion(),
            "addedWorkBytes", addedWork);
    result.putAll(run.figures());
    return result;
  }

  private void start(Row of) throws Exception {
    row = of;
    if (second != null) {
      second.close();
      second = null;
    }
    if (measured == null) {
      measured = new Product(url(), settings(of));
    }
    measured.restart(of.kind(), settings(of));
    quality(of.fullQuality());
    warmUp(measured);
  }

  @Override
  @SuppressWarnings("try") // only closed, in reverse order, whatever one of them throws
  public void close() throws IOException {
    try (DatabaseServer ending = server;
        SlowDatabase endingToo = slow;
        Product last = reference;
        Product middle = measured;
        Product first = second) {
      if (options.mysql() == null) {
        population.abandon();
      } else {
        population.close();
      }
    }
  }
}
