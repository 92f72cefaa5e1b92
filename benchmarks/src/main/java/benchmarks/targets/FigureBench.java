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
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Measures figures on a service with users, which starts with the first figure that needs one, and
 * collects the words, numbers and plots of the figure being drawn. For one thread.
 */
final class FigureBench implements AutoCloseable {
  /** Most users at once. */
  static final int USERS = 1_024;

  private static final List<Integer> USER_COUNTS = List.of(1, 16, 64, 128, 256, 512, USERS);
  private static final int MAILBOX_SIZES = 12;
  private static final int MAILS_BEHIND_SLOW_DATABASE = 1_000;
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
  final double target;
  final Progress progress;
  private final Report report;
  private final Map<Control, String> words = new EnumMap<>(Control.class);
  private final Map<String, Object> numbers = new LinkedHashMap<>();
  private final Map<String, Chart> plots = new LinkedHashMap<>();
  private final Map<Integer, Map<Control, RunResult>> sweep = new LinkedHashMap<>();
  private Service service;
  private Service slow;
  private boolean bottleneck;

  /** A bench for a number of figures, which are added to a report. */
  FigureBench(FigureOptions options, Report report, int figures) {
    this.options = options;
    this.target = options.target;
    this.report = report;
    this.progress = new Progress(figures);
  }

  /** The length of a phase in this run, in seconds. */
  double seconds(double full) {
    return Math.max(SHORTEST, Math.round(full * options.scale));
  }

  /** The service, with an embedded database or the one of the options. */
  Service service() throws Exception {
    if (service == null) {
      SlowDatabase delayed = options.delay > 0 ? new SlowDatabase(options.service.mysql()) : null;
      service = new Service(delayed, MAILBOX_SIZES, Population.PAPER_MAILS);
      service.warmUp();
    }
    return service;
  }

  /** A service of its own, whose database can be made slow; its mailboxes are smaller. */
  Service slowService() throws Exception {
    if (slow == null) {
      SlowDatabase database = new SlowDatabase(options.service.mysql());
      slow = new Service(database, MAILBOX_SIZES / 2, MAILS_BEHIND_SLOW_DATABASE);
      slow.warmUp();
    }
    return slow;
  }

  /** The same run under each controller. */
  @FunctionalInterface
  interface Measured {
    RunResult run(Control control) throws Exception;
  }

  /** A service with its users. Methods block. */
  final class Service {
    /** A database that can be made slow, or null. */
    final SlowDatabase database;

    final Population population;
    private final Product product;

    private Service(SlowDatabase database, int sizes, int mails) throws IOException {
      this.database = database;
      product = new Product(database == null ? options.service.mysql() : database.url(), SETTINGS);
      population =
          new Population(
              product,
              sizes,
              mails,
              USERS,
              options.service.mail(),
              true,
              size -> progress.say("filling mailboxes with %,d mails", size));
      if (database != null) {
        database.delay(Duration.ofMillis(options.delay));
      }
      population.target(options.target);
    }

    /** Compiles each controller's code before any is measured, and the code that they share. */
    private void warmUp() throws Exception {
      Crowd crowd = Crowd.of(WARM_UP_USERS);
      each(control -> run(crowd, WARM_UP_SECONDS, "warm-up, " + control.title));
      control(Control.NONE);
      double best = 0;
      for (int round = 1; round <= MOST_WARM_UPS; round++) {
        double rate = run(crowd, WARM_UP_SECONDS, "warm-up, " + round).steady().perSecond();
        if (rate < WARMER * best) {
          break;
        }
        best = rate;
      }
    }

    void control(Control control) throws InterruptedException {
      control(control, OptionalDouble.empty());
    }

    /** Sets the control of every request type, and waits until the service follows. */
    void control(Control control, OptionalDouble quality) throws InterruptedException {
      // a controller that is taken out and put in again begins anew
      population.control(Controller.NONE, quality);
      TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
      if (control != Control.NONE) {
        population.control(control.controller, quality);
        TimeUnit.MILLISECONDS.sleep(FOLLOW_MILLIS);
      }
    }

    LoadRun load(Habits habits) {
      return new LoadRun(product.address(), habits);
    }

    /** Runs the paper's users. */
    RunResult run(Crowd crowd, double seconds, String what)
        throws IOException, InterruptedException {
      return run(load(Habits.PAPER), crowd, seconds, what);
    }

    RunResult run(LoadRun load, Crowd crowd, double seconds, String what)
        throws IOException, InterruptedException {
      TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
      population.restore();
      System.gc(); // garbage of earlier runs must not stop the load while it measures
      RunResult result =
          load.run(
              crowd,
              population::people,
              seconds,
              (second, last) ->
                  progress.say("%s, %d of %.0f s: %s", what, second, seconds, last.inShort()));
      bottleneck |= result.cost().isBottleneck();
      return result;
    }

    Map<Control, RunResult> each(Measured measured) throws Exception {
      Map<Control, RunResult> results = new EnumMap<>(Control.class);
      for (Control control : Control.values()) {
        control(control);
        results.put(control, measured.run(control));
      }
      return results;
    }

    /**
     * Runs under each controller in turn, in several rounds, with the capacity measured in between,
     * because the machine's speed changes within seconds.
     *
     * @param capacity measures once how many answers a second are possible
     * @param rate of a run, which is compared with the mean of the capacities before and after it
     */
    Map<Control, Rounds> compare(
        Callable<Double> capacity, Measured measured, ToDoubleFunction<RunResult> rate)
        throws Exception {
      Map<Control, Rounds> rounds = new EnumMap<>(Control.class);
      double before = capacity.call();
      for (int round = 0; round < ROUNDS; round++) {
        for (Control control : Control.values()) {
          control(control);
          RunResult run = measured.run(control);
          double after = capacity.call();
          double mean = (before + after) / 2;
          rounds
              .computeIfAbsent(control, key -> new Rounds())
              .add(new Rounds.Compared(run, mean, rate.applyAsDouble(run) / mean));
          before = after;
        }
      }
      return rounds;
    }

    private void close() throws IOException {
      population.close();
      product.close();
      if (database != null) {
        database.close();
      }
    }
  }

  /** Users from 1 to the most, for a while each, under each controller; measured once. */
  Map<Integer, Map<Control, RunResult>> sweep() throws Exception {
    if (sweep.isEmpty()) {
      for (Control control : Control.values()) {
        service().control(control);
        for (int count : USER_COUNTS) {
          String what = control.title + ", " + count + " users";
          // longer than the wait after a refusal
          RunResult result = service().run(Crowd.of(count), seconds(20), what);
          sweep.computeIfAbsent(count, key -> new EnumMap<>(Control.class)).put(control, result);
        }
      }
    }
    return sweep;
  }

  /** A chart of times over a run, with the target. */
  Chart times(String title, double seconds) {
    return new Chart(title, "seconds").until(seconds).panel("ms").target(target);
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

  /** Adds the figures of a phase to the JSON of the figure being drawn. */
  void phase(String name, Summary phase) {
    Map<String, Object> map = phase.asMap();
    map.put("withinTargetPerSecond", phase.goodput(target));
    map.put("windowsOf5sOver", phase.over(target, 5));
    map.put("windowsOf1sOver", phase.over(target, 1));
    for (UserRequestType type : phase.types()) {
      Summary of = phase.of(type);
      String refused = Figures.percent(of.refused());
      map.put(type.title(), Figures.text("p90 %.1f ms, refused %s", of.percentile(90), refused));
    }
    numbers.put(name, map);
  }

  /** Adds a run to a chart of the figure being drawn, and a phase of the run to the JSON. */
  void run(Control control, RunResult run, Chart times, Summary phase) {
    times.steps(control.title, 1, run.p90s());
    phase(control.title, phase);
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

  /** True if the load, and not the service, may have been the bottleneck of a run. */
  boolean sawBottleneck() {
    return bottleneck;
  }

  @Override
  public void close() throws IOException {
    progress.close();
    if (service != null) {
      service.close();
    }
    if (slow != null) {
      slow.close();
    }
  }
}
