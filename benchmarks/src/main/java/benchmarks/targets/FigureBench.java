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
 * Measures figures on a service with users, and collects the words, numbers and plots of the
 * current figure. The first figure starts the service. For one thread.
 */
final class FigureBench implements AutoCloseable {
  /** Most users at once. */
  static final int USERS = 1_024;

  private static final List<Integer> USER_COUNTS = List.of(1, 16, 64, 128, 256, 512, USERS);
  private static final int MAILBOX_SIZES = 12;
  private static final int MAILS_BEHIND_SLOW_DATABASE = 1_000;
  private static final int WARM_UP_USERS = 512;
  private static final int WARM_UP_SECONDS = 12;

  /** Warm-up ends when a round is not faster by this factor than the best one. */
  private static final double WARMER = 1.03;

  private static final int MOST_WARM_UPS = 8;

  /** Comparisons of each run with a capacity; odd, so that one is the median. */
  private static final int ROUNDS = 3;

  /** Without control, a full queue must refuse nothing. */
  private static final String SETTINGS = "mail { queue-capacity = 10000 }";

  /** Figures skip up to two seconds at the start of a phase. */
  private static final int SHORTEST = 3;

  /** Longest time until every node follows a changed setting. */
  private static final long FOLLOW_MILLIS = 2_500;

  /** Longest remaining work of an earlier run. */
  private static final long REST_MILLIS = 1_500;

  final FigureCommand options;
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

  /** A bench that adds a number of figures to a report. */
  FigureBench(FigureCommand options, Report report, int figures) {
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
      service = new Service(options.delay > 0, MAILBOX_SIZES, Population.PAPER_MAILS);
    }
    return service;
  }

  /** A second service, with a slow database and smaller mailboxes. */
  Service slowService() throws Exception {
    if (slow == null) {
      slow = new Service(true, MAILBOX_SIZES / 2, MAILS_BEHIND_SLOW_DATABASE);
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
    /** A slow database, or null. */
    final SlowDatabase database;

    final Population population;
    private final Product product;

    private Service(boolean delayed, int sizes, int mails) throws Exception {
      String mysql = options.service.mysql();
      database = delayed ? new SlowDatabase(mysql) : null;
      product = new Product(delayed ? database.url() : mysql, SETTINGS);
      population =
          new Population(
              product,
              sizes,
              mails,
              USERS,
              options.service.mail(),
              true,
              size -> progress.say("filling mailboxes with %,d mails", size));
      if (delayed) {
        database.delay(Duration.ofMillis(options.delay));
      }
      population.target(options.target);
      warmUp();
    }

    /** Has the JIT compile the code of each controller before the first measurement. */
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
      // re-enabling a controller resets it
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
      return run(load(Habits.closed()), crowd, seconds, what);
    }

    RunResult run(LoadRun load, Crowd crowd, double seconds, String what)
        throws IOException, InterruptedException {
      TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
      population.restore();
      System.gc(); // or a collection of earlier garbage pauses the load during the run
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
     * Runs under each controller in turn, in several rounds. It measures the capacity between runs,
     * because the machine's speed changes within seconds.
     *
     * @param capacity measures the possible answers a second once
     * @param rate of a run, to compare with the mean of the capacities before and after it
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

  /** Runs by number of users, from 1 to the most, under each controller; measured once. */
  Map<Integer, Map<Control, RunResult>> sweep() throws Exception {
    if (sweep.isEmpty()) {
      for (Control control : Control.values()) {
        service().control(control);
        for (int count : USER_COUNTS) {
          String what = control.title + ", " + count + " users";
          // the phase is longer than the wait after a refusal
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

  /** Adds a plot to the current figure. */
  void plot(String name, Chart chart) {
    plots.put(name, chart);
  }

  /** Sets the words of a controller in the current figure. */
  void words(Control control, String format, Object... values) {
    words.put(control, Figures.text(format, values));
  }

  /** Adds a member to the JSON of the current figure. */
  void number(String name, Object value) {
    numbers.put(name, value);
  }

  /** Adds the figures of a phase to the JSON of the current figure. */
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

  /** Adds a run to a chart of the current figure, and a phase of the run to the JSON. */
  void run(Control control, RunResult run, Chart times, Summary phase) {
    times.steps(control.title, 1, run.p90s());
    phase(control.title, phase);
  }

  /**
   * Adds the current figure to the report, with its words, plots and numbers, and ends it.
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

  /** True if the load may have been the bottleneck of a run. */
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
