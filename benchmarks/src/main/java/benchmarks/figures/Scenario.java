package benchmarks.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import seda.kernel.Clock;
import seda.kernel.graph.StageGraph;

/** Random arrivals on a graph, and samples of the graph. Played once. */
abstract class Scenario {
  private static final Duration SAMPLE = Duration.ofMillis(500);
  final StageGraph graph;
  final Clock clock;
  final SplittableRandom random;
  final List<Map<String, Double>> samples = new ArrayList<>();
  private final Execution execution;
  private final Duration tick;
  private double untilArrival;
  private long start;
  private long arrivedUntil;

  /**
   * A scenario that has not begun.
   *
   * @param tick period in which arrivals are generated
   */
  Scenario(Execution execution, Duration tick, long seed) {
    this.execution = execution;
    this.graph = execution.graph;
    this.clock = graph.clock();
    this.tick = tick;
    this.random = new SplittableRandom(seed);
  }

  /** Arrivals a second, at a time since the beginning. */
  abstract double rate(double seconds);

  abstract void arrive();

  void begin() {}

  /** Adds values to a sample, by name. */
  abstract void look(Map<String, Double> sample);

  /** Adds rows to the table; integers are shown without decimals. */
  abstract void outcomes(Map<String, Number> rows);

  final void play(int seconds, IntConsumer eachSecond) {
    graph.start();
    start = clock.nanos();
    graph.timers().every(tick, this::generate);
    graph.timers().every(SAMPLE, this::sample);
    begin();
    for (int second = 0; second < seconds; second++) {
      eachSecond.accept(second);
      execution.run(Duration.ofSeconds(1));
    }
    execution.stop();
  }

  /** Generates the arrivals since the last call, because a real timer may be late. */
  private void generate() {
    long now = passedNanos();
    untilArrival -= rate(now / 1e9) * (now - arrivedUntil) / 1e9;
    arrivedUntil = now;
    while (untilArrival <= 0) {
      arrive();
      untilArrival += exponential();
    }
  }

  final void sample() {
    Map<String, Double> sample = new LinkedHashMap<>(Map.of("seconds", passedNanos() / 1e9));
    look(sample);
    samples.add(sample);
  }

  final long passedNanos() {
    return clock.nanos() - start;
  }

  /** A draw from the exponential distribution of mean 1. */
  final double exponential() {
    return -Math.log(1 - random.nextDouble());
  }
}
