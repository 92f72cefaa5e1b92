package benchmarks.targets;

import arashi.store.policy.Policy.Controller;
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
 * Measures figures on a service with users, which starts with the first figure that needs one, and
 * collects the words, numbers and plots of the figure being drawn. For one thread.
 */
final class FigureBench implements AutoCloseable {
  private static final int MAILBOX_SIZES = 12;
  private static final int WARM_UP_USERS = 512;
  private static final int WARM_UP_SECONDS = 12;

  /** The service is warm once a further round is not faster by this factor. */
  private static final double WARMER = 1.03;

  private static final int MOST_WARM_UPS = 8;

  /** How often each run is compared with a capacity; odd, so that one is the median. */
  private static final int ROUNDS = 3;

  /** Without control, a full queue must not refuse anyone either. */
  private static final String SETTINGS = "mail { queue-capacity = 10000 }";

  /** Figures leave out up to two seconds at the beginning of a phase. */
  private static final int SHORTEST = 3;

  /** Every node follows a changed setting within this time. */
  private static final long FOLLOW_MILLIS = 2_500;

  /** Work that an earlier run left behind ends within this time. */
  private static final long REST_MILLIS = 1_500;

  final FigureOptions options;
  private final Report report;
  final Progress progress;
  private final Map<Control, String> words = new EnumMap<>(Control.class);
  private final Map<String, Object> numbers = new LinkedHashMap<>();
  private final Map<String, Chart> plots = new LinkedHashMap<>();
  private final Map<Integer, Map<Control, RunResult>> sweep = new LinkedHashMap<>();
  private Service service;
  private Service slow;
  private boolean bottleneck;

  /** A service with its users; with a database that can be made slow, or null. */
  record Service(SlowDatabase database, Product product, Population population) {
    void close() throws IOException {
      population.close();
      product.close();
      if (database != null) {
        database.close();
      }
    }
  }

  /** A bench for a number of figures, which are added to a report. */
  FigureBench(FigureOptions options, Report report, int figures) {
    this.options = options;
    this.report = report;
    this.progress = new Progress(figures);
  }

  /** The length of a phase in this run, in seconds. */
  double seconds(double full) {
    return Math.max(SHORTEST, Math.round(full * options.scale));
  }

  /** Delay of each answer of the database, unless a figure changes it. */
  Duration usualDelay() {
    return Duration.ofMillis(options.delay);
  }

  /** The service, with an embedded database or the one of the options. */
  Service service() throws IOException, InterruptedException {
    if (service == null) {
      SlowDatabase delayed = options.delay > 0 ? new SlowDatabase(options.service.mysql()) : null;
      service = open(delayed, MAILBOX_SIZES, options.mails);
    }
    return service;
  }

  /** A service of its own, whose database can be made slow; its mailboxes are smaller. */
  Service slowService() throws IOException, InterruptedException {
    if (slow == null) {
      SlowDatabase database = new SlowDatabase(options.service.mysql());
      slow = open(database, MAILBOX_SIZES / 2, Math.min(1_000, options.mails));
    }
    return slow;
  }

  private Service open(SlowDatabase database, int sizes, int mails)
      throws IOException, InterruptedException {
    String mysql = database == null ? options.service.mysql() : database.url();
    Product product = new Product(mysql, SETTINGS);
    Population population =
        new Population(
            product,
            sizes,
            mails,
            options.users,
            options.service.mail(),
            true,
            size -> progress.say("filling mailboxes with %,d mails", size));
    Service opened = new Service(database, product, population);
    if (database != null) {
      database.delay(usualDelay());
    }
    population.target(options.target);
    warmUp(opened);
    return opened;
  }

  /** Compiles each controller's code before any is measured, and the code that they share. */
  private void warmUp(Service opened) throws IOException, InterruptedException {
    Crowd crowd = Crowd.of(Math.min(options.users, WARM_UP_USERS));
    each(opened, control -> run(opened, crowd, WARM_UP_SECONDS, "warm-up, " + control.title));
    control(opened, Control.NONE, OptionalDouble.empty());
    double best = 0;
    for (int round = 1; round <= MOST_WARM_UPS; round++) {
      double rate = steady(run(opened, crowd, WARM_UP_SECONDS, "warm-up, " + round)).perSecond();
      if (rate < WARMER * best) {
        break;
      }
      best = rate;
    }
  }

  /** Sets the control of every request type, and waits until the service follows. */
  void control(Service of, Control control, OptionalDouble quality) throws InterruptedException {
    // a controller that is taken out and put in again begins anew
    of.population.control(Controller.NONE, quality);
    TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
    if (control != Control.NONE) {
      of.population.control(control.controller, quality);
      TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
    }
  }

  /** Runs the paper's users. */
  RunResult run(Service of, Crowd crowd, double seconds, String what)
      throws IOException, InterruptedException {
    return run(new LoadRun(of.product.address(), Habits.PAPER), of, crowd, seconds, what);
  }

  RunResult run(LoadRun run, Service of, Crowd crowd, double seconds, String what)
      throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
    of.population.restore();
    System.gc(); // garbage of earlier runs must not stop the load while it measures
    RunResult result =
        run.run(
            crowd,
            of.population::people,
            seconds,
            (second, last) ->
                progress.say("%s, %d of %.0f s: %s", what, second, seconds, last.inShort()));
    bottleneck |= result.cost().isBottleneck();
    return result;
  }

  /** A run without its first second, in which all users sign in. */
  static Summary steady(RunResult run) {
    return run.between(1, run.seconds());
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
   * Runs under each controller in turn, in several rounds, with the capacity measured in between,
   * because the machine's speed changes within seconds.
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
      counts.removeIf(count -> count >= options.users);
      counts.add(options.users);
      for (Control control : Control.values()) {
        control(of, control, OptionalDouble.empty());
        for (int count : counts) {
          String what = control.title + ", " + count + " users";
          // longer than the wait after a refusal
          RunResult result = run(of, Crowd.of(count), seconds(20), what);
          sweep.computeIfAbsent(count, key -> new EnumMap<>(Control.class)).put(control, result);
        }
      }
    }
    return sweep;
  }

  /** A chart of times over a run, with the target. */
  Chart times(String title, double seconds) {
    return new Chart(title, "seconds").until(seconds).panel("ms").target(options.target);
  }

  /** Adds a plot to the figure being drawn. */
  void plot(String name, Chart chart) {
    plots.put(name, chart);
  }

  /** Sets the words of a controller in the figure being drawn. */
  void words(Control control, String format, Object... values) {
    words.put(control, Figures.text(format, values));
  }

  /** Adds a member to the JSON of the figure being drawn. */
  void number(String name, Object value) {
    numbers.put(name, value);
  }

  /**
   * Adds the figure to the report, with its words, plots and numbers so far.
   *
   * @param title of its section
   * @param paper what the paper reports
   */
  void add(String name, String title, String paper, String goal) throws IOException {
    StringBuilder list = new StringBuilder();
    words.forEach(
        (control, said) ->
            list.append(Figures.text("%n- **%s**%s: %s", control.title, control.caveat, said)));
    report
        .text("#### %s", title)
        .text("- The paper: %s.%n- To be reached: %s.%s", paper, goal, list);
    for (Map.Entry<String, Chart> plot : plots.entrySet()) {
      report.chart(file(plot.getKey()) + ".svg", title, plot.getValue().svg());
    }
    Map<String, Object> all =
        Json.map("targetMillis", options.target, "loadWasBottleneck", bottleneck);
    all.putAll(numbers);
    report.json(file(name) + ".json", all);
    words.clear();
    plots.clear();
    numbers.clear();
  }

  private String file(String name) {
    return (options.service.mysql() == null ? "targets-" : "targets-mysql-") + name;
  }

  Map<String, Object> map(Summary summary) {
    Map<String, Object> map = summary.asMap();
    map.put("withinTargetPerSecond", summary.goodput(options.target));
    map.put("windowsOf5sOver", summary.over(options.target, 5));
    map.put("windowsOf1sOver", summary.over(options.target, 1));
    for (UserRequestType type : summary.types()) {
      String refused = Figures.percent(summary.refused(type));
      double p90 = summary.percentile(type, 90);
      map.put(type.title(), Figures.text("p90 %.1f ms, refused %s", p90, refused));
    }
    return map;
  }

  /** True if the load, and not the service, may have been the bottleneck of a run. */
  boolean sawBottleneck() {
    return bottleneck;
  }

  @Override
  public void close() throws IOException {
    progress.close();
    for (Service of : Arrays.asList(service, slow)) {
      if (of != null) {
        of.close();
      }
    }
  }
}
