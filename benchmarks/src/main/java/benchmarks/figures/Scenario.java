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

/** Events that arrive at random on a graph, and samples of the graph. Played once. */
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
   * @param tick between two generations of arrivals
   */
  Scenario(Execution execution, Duration tick, long seed) {
    this.execution = execution;
    this.graph = execution.graph;
    this.clock = graph.clock();
    this.tick = tick;
    this.random = new SplittableRandom(seed);
  }

  /** Arrivals a second at a time of the scenario. */
  abstract double rate(double seconds);

  abstract void arrive();

  void begin() {}

  /** Adds values by name. */
  abstract void look(Map<String, Double> sample);

  /** Rows of the table; an integer is shown without decimals. */
  abstract void outcomes(Map<String, Number> rows);

  final void play(int seconds, IntConsumer eachSecond) {
    graph.start();
    start = clock.nanos();
    arrivedUntil = start;
    graph.timers().every(tick, this::arriveInTick);
    graph.timers().every(SAMPLE, this::sample);
    begin();
    for (int second = 0; second < seconds; second++) {
      eachSecond.accept(second);
      execution.run(Duration.ofSeconds(1));
    }
    execution.stop();
  }

  /** Counts from the last time, because a real timer may be late. */
  private void arriveInTick() {
    long now = clock.nanos();
    untilArrival -= rate((now - start) / 1e9) * (now - arrivedUntil) / 1e9;
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

  /** Exponentially distributed, with a mean of 1. */
  final double exponential() {
    return -Math.log(1 - random.nextDouble());
  }
}
