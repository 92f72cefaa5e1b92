package benchmarks.targets;

import arashi.store.policy.Policy.Controller;
import benchmarks.corpus.MailSupply;
import benchmarks.load.Product;
import benchmarks.load.SlowDatabase;
import benchmarks.report.Chart;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.users.Crowd;
import benchmarks.users.Habits;
import benchmarks.users.LoadRun;
import benchmarks.users.Population;
import benchmarks.users.RunResult;
import benchmarks.users.Summary;
import benchmarks.users.UserRequestType;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What figures are measured with: a folder for what they come to, and a service with users, which
 * is started for the first that needs one. For one thread.
 */
final class FigureBench implements AutoCloseable {
  private static final int MAILBOX_SIZES = 12;
  private static final int WARM_UP_USERS = 512;
  private static final int WARM_UP_SECONDS = 12;

  /** The service is warm once a round of warming up has not made it so much quicker. */
  private static final double WARMER = 1.03;

  private static final int MOST_WARM_UPS = 8;

  /** How often each run is compared with a capacity; odd, so that one is the median. */
  private static final int ROUNDS = 3;

  /** Without control nobody is to be refused for want of room either. */
  private static final String SETTINGS = "mail { queue-capacity = 10000 }";

  /** Figures leave out up to two seconds at the beginning of a phase. */
  private static final int SHORTEST = 3;

  /** In which every node has followed what was set. */
  private static final long FOLLOW_MILLIS = 2_500;

  /** In which what an earlier run has left is done. */
  private static final long REST_MILLIS = 1_500;

  private final Setting setting;
  private final Report report;
  private final Progress progress;
  private final Map<String, String> plots = new LinkedHashMap<>(); // of the figure being drawn
  private final Map<Integer, Map<Control, RunResult>> sweep = new LinkedHashMap<>();
  private Service service;
  private Service slow;
  private boolean bottleneck;

  /** A service with its users; with a database that can be made slow, or null. */
  record Service(SlowDatabase database, Product product, Population population) {}

  /**
   * What can be set.
   *
   * @param mysql JDBC URL of a server; null for the embedded one
   * @param scale of all times; 1 for a run that counts
   * @param users most users at once
   * @param target in milliseconds, of every request
   * @param mails in the largest mailbox
   * @param supply of mail
   * @param delay of each answer of the database, in milliseconds
   */
  record Setting(
      String mysql, double scale, int users, int target, int mails, MailSupply supply, int delay) {}

  /** A bench for a number of figures, which are added to a report. */
  FigureBench(Setting setting, Report report, int figures) {
    this.setting = setting;
    this.report = report;
    this.progress = new Progress(figures);
  }

  int users() {
    return setting.users;
  }

  int target() {
    return setting.target;
  }

  /** A time of a figure, in seconds, as long as it is to be in this run. */
  double seconds(double full) {
    return Math.max(SHORTEST, Math.round(full * setting.scale));
  }

  /** What holds back each answer of the database, as long as nothing else is said. */
  Duration usual() {
    return Duration.ofMillis(setting.delay);
  }

  void step(String figure) {
    progress.step("%s", figure);
  }

  /** The service, with an embedded database or the one that was given. */
  Service service() throws IOException, InterruptedException {
    if (service == null) {
      SlowDatabase delayed = setting.delay > 0 ? new SlowDatabase(setting.mysql) : null;
      service = open(delayed, MAILBOX_SIZES, setting.mails);
    }
    return service;
  }

  /** A service of its own, whose database can be made slow; its mailboxes are smaller. */
  Service slowService() throws IOException, InterruptedException {
    if (slow == null) {
      slow =
          open(new SlowDatabase(setting.mysql), MAILBOX_SIZES / 2, Math.min(1_000, setting.mails));
    }
    return slow;
  }

  private Service open(SlowDatabase database, int sizes, int mails)
      throws IOException, InterruptedException {
    Product product = new Product(database == null ? setting.mysql : database.url(), SETTINGS);
    Population population =
        new Population(
            product,
            sizes,
            mails,
            setting.users,
            setting.supply,
            true,
            size -> progress.say("filling mailboxes with %,d mails", size));
    Service opened = new Service(database, product, population);
    if (database != null) {
      database.delay(usual());
    }
    population.target(setting.target);
    warmUp(opened);
    return opened;
  }

  /** Each controller's code is compiled before one of them is measured, and all that they share. */
  private void warmUp(Service opened) throws IOException, InterruptedException {
    Crowd crowd = Crowd.of(Math.min(setting.users, WARM_UP_USERS));
    each(
        opened,
        control ->
            run(opened, crowd, WARM_UP_SECONDS, Habits.PAPER, "warm-up, " + control.title()));
    control(opened, Control.NONE, OptionalDouble.empty());
    double best = 0;
    for (int round = 1; round <= MOST_WARM_UPS; round++) {
      RunResult run = run(opened, crowd, WARM_UP_SECONDS, Habits.PAPER, "warm-up, round " + round);
      double rate = run.between(1, run.seconds()).perSecond();
      if (rate < WARMER * best) {
        break;
      }
      best = rate;
    }
  }

  /** Has every request type controlled so, and waits until the service follows. */
  void control(Service of, Control control, OptionalDouble quality) throws InterruptedException {
    // a controller that is taken out and put in again begins anew
    of.population().control(Controller.NONE, quality);
    TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
    if (control != Control.NONE) {
      of.population().control(control.controller(), quality);
      TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
    }
  }

  RunResult run(Service of, Crowd crowd, double seconds, Habits habits, String what)
      throws IOException, InterruptedException {
    return run(new LoadRun(of.product().address(), habits), of, crowd, seconds, what);
  }

  RunResult run(LoadRun run, Service of, Crowd crowd, double seconds, String what)
      throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
    of.population().restore();
    System.gc(); // what was left in the load's memory must not stop it while it measures
    RunResult result =
        run.run(
            crowd,
            of.population()::people,
            seconds,
            (second, last) ->
                progress.say("%s, %d of %.0f s: %s", what, second, seconds, last.inShort()));
    bottleneck |= result.cost().isBottleneck();
    return result;
  }

  /** The same run under each controller. */
  @FunctionalInterface
  interface Measured {
    RunResult run(Control control) throws IOException, InterruptedException;
  }

  /** What runs are compared with. */
  @FunctionalInterface
  interface Capacity {
    /** Measures once how many answers a second are possible. */
    double perSecond() throws IOException, InterruptedException;
  }

  /**
   * Runs under each controller in turn, in several rounds, with the capacity measured in between:
   * what else the machine does changes within seconds.
   *
   * @param rate of a run, which is compared with the mean of the capacities before and after it
   */
  Map<Control, Rounds> compare(
      Service of, Capacity capacity, Measured measured, ToDoubleFunction<RunResult> rate)
      throws IOException, InterruptedException {
    Map<Control, List<Rounds.Compared>> rounds = new EnumMap<>(Control.class);
    double before = capacity.perSecond();
    for (int round = 0; round < ROUNDS; round++) {
      for (Control control : Control.values()) {
        control(of, control, OptionalDouble.empty());
        RunResult run = measured.run(control);
        double after = capacity.perSecond();
        double mean = (before + after) / 2;
        rounds
            .computeIfAbsent(control, key -> new ArrayList<>())
            .add(new Rounds.Compared(run, mean, rate.applyAsDouble(run) / mean));
        before = after;
      }
    }
    Map<Control, Rounds> compared = new EnumMap<>(Control.class);
    rounds.forEach((control, all) -> compared.put(control, Rounds.of(all)));
    return compared;
  }

  Map<Control, RunResult> each(Service of, Measured measured)
      throws IOException, InterruptedException {
    Map<Control, RunResult> results = new EnumMap<>(Control.class);
    for (Control control : Control.values()) {
      control(of, control, OptionalDouble.empty());
      results.put(control, measured.run(control));
    }
    return results;
  }

  /** Users from 1 to the most, for a while each, under each controller; measured once. */
  Map<Integer, Map<Control, RunResult>> sweep() throws IOException, InterruptedException {
    if (sweep.isEmpty()) {
      Service of = service();
      List<Integer> counts = new ArrayList<>(Arrays.asList(1, 16, 64, 128, 256, 512, 1_024));
      counts.removeIf(count -> count >= setting.users);
      counts.add(setting.users);
      for (Control control : Control.values()) {
        control(of, control, OptionalDouble.empty());
        for (int count : counts) {
          String what = control.title() + ", " + count + " users";
          // longer than the wait after a refusal
          RunResult result = run(of, Crowd.of(count), seconds(20), Habits.PAPER, what);
          sweep.computeIfAbsent(count, key -> new EnumMap<>(Control.class)).put(control, result);
        }
      }
    }
    return sweep;
  }

  /** A chart of times over a run, with the target. */
  Chart times(String title, double seconds) {
    return new Chart(title, "seconds").until(seconds).panel("ms").target(setting.target);
  }

  /** Keeps a plot of the figure that is being drawn. */
  void plot(String name, Chart chart) {
    plots.put(file(name) + ".svg", chart.svg());
  }

  private String file(String name) {
    return (setting.mysql == null ? "targets-" : "targets-mysql-") + name;
  }

  /**
   * Adds a figure to the report, with its plots and the numbers behind it.
   *
   * @param title of its section
   * @param paper what the paper reports
   * @param reach what is to be reached
   * @param measured in words, by controller
   */
  void add(
      String name,
      String title,
      String paper,
      String reach,
      Map<Control, String> measured,
      Map<String, Object> figures)
      throws IOException {
    StringBuilder list = new StringBuilder();
    measured.forEach(
        (control, words) ->
            list.append(
                Figures.text("%n- **%s**%s: %s", control.title(), control.caveat(), words)));
    report
        .text("#### %s", title)
        .text("- The paper: %s.%n- To be reached: %s.%s", paper, reach, list);
    for (Map.Entry<String, String> plot : plots.entrySet()) {
      report.chart(plot.getKey(), title, plot.getValue());
    }
    plots.clear();
    Map<String, Object> all =
        Json.map("targetMillis", setting.target, "loadWasBottleneck", bottleneck);
    all.putAll(figures);
    report.json(file(name) + ".json", all);
  }

  Map<String, Object> map(Summary summary) {
    Map<String, Object> map = summary.asMap();
    map.put("withinTargetPerSecond", summary.goodput(setting.target));
    map.put("windowsOf5sOver", summary.over(setting.target, 5));
    map.put("windowsOf1sOver", summary.over(setting.target, 1));
    for (UserRequestType type : summary.types()) {
      map.put(
          type.title(),
          Figures.text(
              "p90 %.1f ms, refused %s",
              summary.percentile(type, 90), Figures.percent(summary.refused(type))));
    }
    return map;
  }

  /** Whether the load, and not the service, may have been measured in one of the runs. */
  boolean sawBottleneck() {
    return bottleneck;
  }

  @Override
  public void close() throws IOException {
    progress.close();
    close(service);
    close(slow);
  }

  private static void close(Service of) throws IOException {
    if (of != null) {
      of.population().close();
      of.product().close();
      if (of.database() != null) {
        of.database().close();
      }
    }
  }
}
