package benchmarks.gnutella;

import benchmarks.report.Benchmark;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Chart;
import benchmarks.report.Columns;
import benchmarks.report.Figures;
import benchmarks.report.Json;
import benchmarks.report.Progress;
import benchmarks.report.Report;
import benchmarks.report.Table;
import gnutella.routing.QueueLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code arashi bench gnutella}. */
@Command(
    name = "gnutella",
    description = "The router: packets a second, dear queries, slow peers, a day.")
public final class GnutellaCommand extends Benchmark {
  private static final int FEW = 5;
  private static final int MANY = 1_000;
  private static final long DAY_PACKETS = 24_800_000;
  private static final double DAY_SECONDS = 86_400;
  private static final int DAY_LOOKS = 24;
  private static final int SLOW_LOOKS = 30;
  private static final double SLOW_PER_SECOND = 1_000;
  private static final long SLOW_PACKETS = 3_000_000;
  private static final double GOAL = 1_000_000;
  private static final double GOAL_MANY = 0.7;
  private static final String CAVEAT =
      """
      The first table is not `./arashi gnutella` as it ships: the pong cache is off, it remembers 2²¹ routes (2¹⁸), \
      1 MiB may wait for a peer before its queries are dropped (64 KiB), the router runs within the benchmark's process, \
      and its CPU time excludes garbage collection and JIT compilation.
      """;

  @Option(names = "--rounds", description = "rounds, with medians over them (default: 3)")
  private int rounds = 3;

  @Option(names = "--seconds", description = "of a round, and of its warm-up (default: 5)")
  private int seconds = 5;

  /** All measurements: rounds with five and with a thousand peers, remedies, and heaps. */
  record Results(
      List<Throughput.Result> few,
      List<Throughput.Result> many,
      List<Remedies.Result> remedies,
      Alone.Result threshold,
      Alone.Result noThreshold,
      Alone.Result day) {}

  @Override
  protected void run() throws IOException {
    BenchmarkException.require(
        rounds > 0 && seconds > 0, "--rounds and --seconds must be at least 1");
    Report report = report();
    write(report, measure());
    publish(report, "gnutella.md", "Throughput of the router", "");
  }

  private Results measure() throws IOException {
    Duration time = Duration.ofSeconds(seconds);
    List<Throughput.Result> few = new ArrayList<>();
    List<Throughput.Result> many = new ArrayList<>();
    List<Remedies.Result> remedies = new ArrayList<>();
    int remedySteps = Remedies.ALL.size() * Remedies.RATES.size();
    try (Progress progress = new Progress(2 * rounds + remedySteps + 2 * SLOW_LOOKS + DAY_LOOKS)) {
      for (int round = 1; round <= rounds; round++) {
        progress.step("round %d: %d peers", round, FEW);
        few.add(Throughput.measure(FEW, FEW, time));
        progress.step("round %d: %d peers", round, MANY);
        many.add(Throughput.measure(MANY, FEW, time));
      }
      for (Remedies.Remedy remedy : Remedies.ALL) {
        for (int rate : Remedies.RATES) {
          progress.step("dear queries: %s", remedy.title());
          remedies.add(Remedies.run(remedy, rate, time));
        }
      }
      QueueLimits limits = QueueLimits.defaults();
      QueueLimits none = new QueueLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);
      IntConsumer slow = look -> progress.step("a slow peer: %d of %d", look, SLOW_LOOKS);
      IntConsumer day = look -> progress.step("a day: hour %d", look);
      return new Results(
          few,
          many,
          remedies,
          new Alone("a peer does not read, threshold 128 KiB", limits, true)
              .run(SLOW_PACKETS, SLOW_PER_SECOND, SLOW_LOOKS, slow),
          new Alone("a peer does not read, no threshold", none, true)
              .run(SLOW_PACKETS, SLOW_PER_SECOND, SLOW_LOOKS, slow),
          new Alone("a day of 24.8 million packets", limits, false)
              .run(DAY_PACKETS, DAY_PACKETS / DAY_SECONDS, DAY_LOOKS, day));
    }
  }

  /** Adds tables, plots of the heap, and {@code gnutella-results.json}. */
  static void write(Report report, Results results) throws IOException {
    List<Double> threshold = results.threshold.heapMb();
    double step = SLOW_PACKETS / SLOW_PER_SECOND / threshold.size();
    Chart slow =
        new Chart("Heap while one of five peers does not read", "seconds")
            .panel("MB")
            .steps("128 KiB", step, threshold)
            .steps("no threshold", step, results.noThreshold.heapMb());
    Chart day =
        new Chart("Heap over a day of 24.8 million packets", "hours")
            .panel("MB")
            .steps("five peers", 1, results.day.heapMb());
    report
        .measured("Peers included.")
        .command()
        .text("%s", CAVEAT)
        .table(throughput(results))
        .table(remedies(results))
        .table(heap(results))
        .chart("gnutella-slow-peer.svg", "Heap with a slow peer", slow.svg())
        .chart("gnutella-day.svg", "Heap over a day", day.svg())
        .json(
            "gnutella-results.json",
            Json.map(
                "peers5", results.few(),
                "peers1000", results.many(),
                "remedies", results.remedies(),
                "heapThreshold", results.threshold.heapMb(),
                "heapNoThreshold", results.noThreshold.heapMb(),
                "heapDay", results.day.heapMb()));
  }

  private static Table throughput(Results results) {
    Table table = new Table("a second, median of the rounds | 5 peers | 1000 peers | ratio");
    row(table, results, "packets received", Throughput.Result::received);
    row(table, results, "packets routed", Throughput.Result::routed);
    row(table, results, "copies sent", Throughput.Result::sent);
    row(table, results, "copies dropped", Throughput.Result::dropped);
    String cpu = "CPU of the router, ns a packet";
    row(table, results, cpu, rates -> rates.cpu() * 1e9 / rates.received());
    String load = "CPU of the peers' thread, % of a core";
    row(table, results, load, rates -> 100 * rates.loadCpu());
    double few = Figures.median(results.few, Throughput.Result::routed);
    double many = Figures.median(results.many, Throughput.Result::routed);
    table.row(
        "reach | 1,000,000 routed: %s | 70 %%: %s |",
        few >= GOAL ? "yes" : "no", many >= GOAL_MANY * few ? "yes" : "no");
    return table;
  }

  private static void row(
      Table table, Results results, String title, ToDoubleFunction<Throughput.Result> value) {
    double few = Figures.median(results.few, value);
    double many = Figures.median(results.many, value);
    String ratio = few == 0 ? "" : Figures.text("%.0f %%", 100 * many / few);
    table.row("%s | %,.0f | %,.0f | %s", title, few, many, ratio);
  }

  private static Table remedies(Results results) {
    return new Columns<Remedies.Result>()
        .column("a query costs 20 ms", "%s", Remedies.Result::title)
        .column("packets/s", "%,d", Remedies.Result::rate)
        .column("p90 of queries, ms", "%,.0f", result -> result.latencies().queryMillis())
        .column("p90 of others, ms", "%,.1f", result -> result.latencies().otherMillis())
        .column("queries routed, 1/s", "%,.0f", result -> result.latencies().queriesCame())
        .column("queries turned away, 1/s", "%,.0f", Remedies.Result::turnedAway)
        .column("threads", "%d", Remedies.Result::threads)
        .table(results.remedies);
  }

  private static Table heap(Results results) {
    return new Columns<Alone.Result>()
        .column("heap, MB", "%s", Alone.Result::title)
        .column("first", "%.1f", result -> result.heapMb().get(0))
        .column("most", "%.1f", result -> Figures.highest(result.heapMb(), mb -> mb))
        .column("last", "%.1f", result -> result.heapMb().get(result.heapMb().size() - 1))
        .column("packets", "%,d", Alone.Result::packets)
        .column("a second", "%,.0f", result -> result.packets() / result.seconds())
        .table(List.of(results.threshold, results.noThreshold, results.day));
  }
}
