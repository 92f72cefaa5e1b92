package benchmarks.kernel;

import benchmarks.load.Processes;
import benchmarks.load.Sample;
import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench kernel}: measures every figure once a round, contenders right after each
 * other, and reports medians of the rounds.
 */
@Command(
    name = "kernel",
    description = "Cost of a hop between stages, of a wake-up and of an idle stage.")
public final class KernelCommand extends Benchmark {
  private static final int STEPS_OF_ROUND = 12;
  private static final int WARM_UPS = 3;
  private static final int MEASUREMENTS = 4;
  private static final double BYTES_OF_KB = 1024;

  /** About 0.4 µs: enough that the workers, not the producer, are scarce. */
  private static final String JOB = "200";

  @Option(names = "--rounds", description = "rounds, with medians over them (default: 5)")
  private int rounds = 5;

  @Option(
      names = "--seconds",
      description = "of each figure in a round, after a warm-up (default: 2)")
  private double seconds = 2;

  @Option(
      names = "--settle",
      description =
          "seconds of rest before an idle stage's memory is measured; statistics are gathered every"
              + " 5 s (default: 12)")
  private double settle = 12;

  /** By title, in the order of the report. */
  private final Map<String, Metric> metrics = new LinkedHashMap<>();

  private Progress progress;
  private Duration time;

  /** A figure's values, and its goal: like {@code ≤ 150}, with {@code <} or {@code ≥}, or empty. */
  private record Metric(String title, String unit, String goal, List<Double> rounds) {
    double median() {
      return Figures.median(rounds, value -> value);
    }

    String goalWithUnit() {
      return goal.isEmpty() ? "" : (goal + " " + unit).strip();
    }

    /** Compares the median, as it is shown, with the goal. */
    String reached() {
      if (goal.isEmpty()) {
        return "";
      }
      double shown = Double.parseDouble(number(median()).replace(",", ""));
      double bound = Double.parseDouble(goal.substring(2));
      boolean reached =
          switch (goal.charAt(0)) {
            case '≤' -> shown <= bound;
            case '<' -> shown < bound;
            default -> shown >= bound;
          };
      return reached ? "yes" : "no";
    }

    String range() {
      double lowest = Figures.lowest(rounds, value -> value);
      double highest = Figures.highest(rounds, value -> value);
      return number(lowest) + " – " + number(highest);
    }

    static String number(double value) {
      return Figures.text(value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }
  }

  private void add(String title, String unit, String goal, double value) {
    metrics
        .computeIfAbsent(title, key -> new Metric(key, unit, goal, new ArrayList<>()))
        .rounds
        .add(value);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--seconds", seconds, 0.01, 600.0);
    BenchmarkException.requireBetween("--settle", settle, 0.0, 600.0);
    time = duration(seconds);
    try (Progress shown = new Progress(rounds * STEPS_OF_ROUND)) {
      progress = shown;
      for (int round = 1; round <= rounds; round++) {
        hops();
        pool();
        singleEvents();
        fusedPath();
        idleStages();
      }
    }
    Columns<Metric> columns =
        new Columns<Metric>()
            .add("what", "%s", "figure", Metric::title)
            .column("median", "%s", metric -> Metric.number(metric.median()) + " " + metric.unit)
            .column("rounds", "%s", Metric::range)
            .key("unit", Metric::unit)
            .add("reach", "%s", "reach", Metric::goalWithUnit)
            .column("reached", "%s", Metric::reached)
            .key("median", Metric::median)
            .key("rounds", Metric::rounds);
    Report report =
        report()
            .measured("")
            .command()
            .table(columns.table(metrics.values()))
            .json("kernel-results.json", Json.map("figures", columns.json(metrics.values())));
    publish(report, "kernel.md", "What the kernel costs", "");
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  /** Runs a method of a JMH benchmark in a JVM of its own. */
  private RunResult jmh(Class<?> benchmark, String method, Map<String, String> parameters) {
    progress.step("JMH: %s %s", method, parameters);
    TimeValue iteration = TimeValue.nanoseconds(time.toNanos() / MEASUREMENTS);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$")
            .forks(1)
            .warmupIterations(WARM_UPS)
            .warmupTime(iteration)
            .measurementIterations(MEASUREMENTS)
            .measurementTime(iteration)
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach(options::param);
    try {
      return new Runner(options.build()).runSingle();
    } catch (RunnerException e) {
      throw new BenchmarkException("JMH failed: " + e.getMessage(), e);
    }
  }

  private static double counter(RunResult result, String name) {
    return result.getSecondaryResults().get(name).getScore();
  }

  private void hops() {
    double allocated = Math.max(hop("1", "≤ 150"), hop("32", "≤ 60"));
    // an object has at least 16 bytes; less is the statistics' share, which allocate every 5 s
    add("heap that a hop allocates, either batch", "B", "< 0.5", allocated);
  }

  private double hop(String batch, String goal) {
    RunResult result = jmh(ProcessorHop.class, "hop", Map.of("batch", batch));
    String title = "one hop on a processor, batch " + batch;
    double cpu = counter(result, "cpuNanos") / counter(result, "hops");
    add(title + ": CPU time", "ns", goal, cpu);
    add("… by the clock, batch " + batch, "ns", "", result.getPrimaryResult().getScore());
    return counter(result, "gc.alloc.rate.norm");
  }

  private void pool() {
    double pool = rate("pool", Map.of("batch", "32", "job", JOB));
    double queue = rate("queue", Map.of("job", JOB));
    double single = rate("pool", Map.of("batch", "1", "job", JOB));
    double nothing = rate("pool", Map.of("batch", "32", "job", "0"));
    double queueOfNothing = rate("queue", Map.of("job", "0"));
    String title = "one hop to a worker pool, saturated, batch 32: rate × queue's";
    add(title, "×", "≥ 1", pool / queue);
    add("… rate", "M/s", "", pool);
    add("… ArrayBlockingQueue and as many threads", "M/s", "", queue);
    add("… batch 1: rate × queue's", "×", "≥ 1", single / queue);
    add("… batch 32, handler does nothing: rate × queue's", "×", "≥ 1", nothing / queueOfNothing);
  }

  private double rate(String method, Map<String, String> parameters) {
    return jmh(PoolHop.class, method, parameters).getPrimaryResult().getScore();
  }

  private void singleEvents() {
    progress.step("a hop to an idle pool, and LinkedTransferQueue");
    Histogram poolTimes = Sample.histogram();
    Histogram queueTimes = Sample.histogram();
    EventTimes.handOff(time, poolTimes, queueTimes);
    double pool = micros(poolTimes, 50);
    double queue = micros(queueTimes, 50);
    add("one hop to an idle worker pool, p50: × queue's", "×", "≤ 1.3", pool / queue);
    add("… time", "µs", "", pool);
    add("… LinkedTransferQueue's hand-off", "µs", "", queue);
    progress.step("eight stages on processors");
    Histogram chain = EventTimes.chain(time);
    add("eight-stage chain on processors, p99", "µs", "≤ 50", micros(chain, 99));
    add("… p50", "µs", "", micros(chain, 50));
  }

  private static double micros(Histogram nanos, double percentile) {
    return 1e3 * Figures.millis(nanos, percentile);
  }

  private void fusedPath() throws IOException, InterruptedException {
    progress.step("requests for a cached page");
    if (!Processes.hasProc()) {
      return;
    }
    try (FusedPath path = new FusedPath()) {
      path.measure(time); // warm-up
      FusedPath.Load load = path.measure(time);
      String title = "context switches a request, fused part at saturation";
      add(title, "", "≤ 0.1", load.each(load.waits() + load.preemptions()));
      add("… of which the processor waited", "", "", load.each(load.waits()));
      add("… CPU time a request", "µs", "", load.each(load.cpuNanos()) / 1e3);
      add("… requests", "/s", "", load.requests() / load.seconds());
    }
  }

  private void idleStages() throws InterruptedException {
    for (boolean onPool : new boolean[] {false, true}) {
      String on = onPool ? "a pool" : "processors";
      progress.step("memory of idle stages on %s", on);
      double kilobytes = IdleStages.bytesEach(onPool, duration(settle)) / BYTES_OF_KB;
      add("memory of an idle stage on " + on, "KB", "≤ 32", kilobytes);
    }
  }
}
