package benchmarks.kernel;

import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code arashi bench kernel}: every figure is measured once a round, contenders right after each
 * other; medians of the rounds are reported.
 */
@Command(
    name = "kernel",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "What a hop between stages, a wake-up and an idle stage cost.")
public final class KernelCommand extends Benchmark {
  private static final int STEPS_OF_ROUND = 12;
  private static final double BYTES_OF_KB = 1024;

  /** About 0.4 µs: enough that the workers, and not the producer, are scarce. */
  private static final String JOB = "200";

  @Option(names = "--rounds", description = "rounds, of which medians are taken (default: 5)")
  private int rounds = 5;

  @Option(
      names = "--seconds",
      description = "how long each figure is measured in a round, after a warm-up (default: 2)")
  private double seconds = 2;

  @Option(
      names = "--settle",
      description =
          "seconds that stages are idle before their memory is measured; statistics are gathered"
              + " every 5 s (default: 12)")
  private double settle = 12;

  @Option(
      names = "--profile",
      description = "profiles the hops, which makes them slower: a flame graph for each")
  private boolean profile;

  /** By title, in the order of the report. */
  private final Map<String, Metric> metrics = new LinkedHashMap<>();

  private Progress progress;
  private Jmh jmh;

  /**
   * A figure, with a value of each round.
   *
   * @param bound {@code ≤}, {@code <} or {@code ≥}; empty if nothing is to be reached
   */
  private record Metric(
      String title, String unit, String bound, double reach, List<Double> rounds) {
    double median() {
      return Figures.median(rounds, value -> value);
    }

    /** Whether the median is within the bound, as precisely as it is shown. */
    String reached() {
      double shown = Double.parseDouble(number(median()).replace(",", ""));
      boolean reached =
          switch (bound) {
            case "≤" -> shown <= reach;
            case "<" -> shown < reach;
            default -> shown >= reach;
          };
      return bound.isEmpty() ? "" : reached ? "yes" : "no";
    }

    String range() {
      return number(Figures.lowest(rounds, value -> value))
          + " – "
          + number(Figures.highest(rounds, value -> value));
    }

    private static String number(double value) {
      return Figures.text(value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    String reachText() {
      String plain = reach == Math.rint(reach) ? "" + (long) reach : "" + reach;
      return bound.isEmpty() ? "" : (bound + " " + plain + " " + unit).strip();
    }
  }

  private void add(String title, String unit, double value) {
    add(title, unit, "", 0, value);
  }

  private void add(String title, String unit, String bound, double reach, double value) {
    metrics
        .computeIfAbsent(title, key -> new Metric(key, unit, bound, reach, new ArrayList<>()))
        .rounds
        .add(value);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--seconds", seconds, 0.01, 600.0);
    BenchmarkException.requireBetween("--settle", settle, 0.0, 600.0);
    jmh = new Jmh(duration(seconds), profile ? folder() : null);
    try (Progress shown = new Progress(rounds * STEPS_OF_ROUND)) {
      progress = shown;
      for (int round = 1; round <= rounds; round++) {
        hops();
        pool();
        handOff();
        chain();
        fusedPath();
        idleStages();
      }
    }
    Table table = new Table("what | median | rounds | reach | reached");
    List<Object> rows = new ArrayList<>();
    for (Metric metric : metrics.values()) {
      String median = Metric.number(metric.median()) + " " + metric.unit;
      table.row(
          "%s | %s | %s | %s | %s",
          metric.title, median, metric.range(), metric.reachText(), metric.reached());
      rows.add(
          Json.map(
              "figure", metric.title,
              "unit", metric.unit,
              "reach", metric.reachText(),
              "median", metric.median(),
              "rounds", metric.rounds));
    }
    publish(
        report()
            .measured("")
            .command()
            .table(table)
            .json("kernel-results.json", Json.map("figures", rows)),
        "kernel.md",
        "What the kernel costs",
        "");
  }

  private static Duration duration(double time) {
    return Duration.ofNanos((long) (time * 1e9));
  }

  private void hops() throws IOException {
    double allocated = Math.max(hop("1", 150), hop("32", 60));
    // the least object has 16 bytes; a fraction of one is what the statistics take every 5 s
    add("heap that a hop allocates, either batch", "B", "<", 0.5, allocated);
  }

  private double hop(String batch, double reach) throws IOException {
    progress.step("a hop on a processor, batch %s", batch);
    Jmh.Scores scores = jmh.run(ProcessorHop.class, "hop", Map.of("batch", batch));
    String title = "one hop on a processor, batch " + batch;
    double cpu = scores.counter("cpuNanos") / scores.counter("hops");
    add(title + ": CPU time", "ns", "≤", reach, cpu);
    add("… by the clock, batch " + batch, "ns", scores.score());
    return scores.allocatedBytes();
  }

  private void pool() throws IOException {
    double pool = poolRate("32", JOB);
    double queue = queueRate(JOB);
    double single = poolRate("1", JOB);
    double nothing = poolRate("32", "0");
    double queueOfNothing = queueRate("0");
    String title = "one hop to a worker pool, saturated, batch 32: rate × queue's";
    add(title, "×", "≥", 1, pool / queue);
    add("… rate", "M/s", pool);
    add("… ArrayBlockingQueue and as many threads", "M/s", queue);
    add("… batch 1: rate × queue's", "×", "≥", 1, single / queue);
    add("… batch 32, handler does nothing: rate × queue's", "×", "≥", 1, nothing / queueOfNothing);
  }

  private double poolRate(String batch, String job) throws IOException {
    progress.step("a hop to a saturated pool, batch %s, job %s", batch, job);
    return jmh.run(PoolHop.class, "pool", Map.of("batch", batch, "job", job)).score();
  }

  private double queueRate(String job) throws IOException {
    progress.step("ArrayBlockingQueue, job %s", job);
    return jmh.run(PoolHop.class, "queue", Map.of("job", job)).score();
  }

  private void handOff() throws InterruptedException {
    progress.step("a hop to an idle pool, and LinkedTransferQueue");
    HandOff handOff = new HandOff();
    handOff.run(duration(seconds));
    double pool = micros(handOff.pool(), 50);
    double queue = micros(handOff.queue(), 50);
    add("one hop to an idle worker pool, p50: × queue's", "×", "≤", 1.3, pool / queue);
    add("… time", "µs", pool);
    add("… LinkedTransferQueue's hand-off", "µs", queue);
  }

  private static double micros(Histogram nanos, double percentile) {
    return 1e3 * Figures.millis(nanos, percentile);
  }

  private void chain() {
    progress.step("eight stages on processors");
    Histogram times = Chain.measure(duration(seconds));
    add("eight-stage chain on processors, p99", "µs", "≤", 50, micros(times, 99));
    add("… p50", "µs", micros(times, 50));
  }

  private void fusedPath() throws IOException, InterruptedException {
    progress.step("requests for a cached page");
    if (!ContextSwitches.areCounted()) {
      return;
    }
    try (FusedPath path = new FusedPath()) {
      path.measure(duration(seconds)); // warm-up
      FusedPath.Load load = path.measure(duration(seconds));
      double switches = load.each(load.switches().all());
      add("context switches a request, fused part at saturation", "", "≤", 0.1, switches);
      add("… of which the processor waited", "", load.each(load.switches().voluntary()));
      add("… CPU time a request", "µs", load.each(load.cpuNanos()) / 1e3);
      add("… requests", "/s", load.perSecond());
    }
  }

  private void idleStages() throws InterruptedException {
    for (IdleStages.On on : IdleStages.On.values()) {
      progress.step("memory of idle stages on %s", on.title());
      double kilobytes = IdleStages.bytesEach(on, duration(settle)) / BYTES_OF_KB;
      add("memory of an idle stage on " + on.title(), "KB", "≤", 32, kilobytes);
    }
  }
}
