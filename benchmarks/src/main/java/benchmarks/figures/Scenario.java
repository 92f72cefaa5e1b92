package benchmarks.figures;

import benchmarks.report.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import seda.kernel.Clock;
import seda.kernel.graph.StageGraph;

/** Events that arrive at random on a graph, and samples that are taken of it. Played once. */
abstract class Scenario {
  private static final Duration SAMPLE = Duration.ofMillis(500);
  final Execution execution;
  final StageGraph graph;
  final Clock clock;
  private final SplittableRandom random;
  private final Duration tick;
  private final List<Map<String, Object>> samples = new ArrayList<>();
  private double untilArrival;
  private long start;
  private long arrivedUntil;

  /**
   * A scenario that has not begun.
   *
   * @param tick from one look at what has arrived to the next
   */
  Scenario(Execution execution, Duration tick, long seed) {
    this.execution = execution;
    this.graph = execution.graph();
    this.clock = graph.clock();
    this.tick = tick;
    this.random = new SplittableRandom(seed);
  }

  abstract double rate(double seconds);

  abstract void arrive();

  /** Names and values of a sample, in turn. */
  abstract List<Object> look();

  void begin() {}

  final List<Map<String, Object>> pass(int seconds, IntConsumer eachSecond) {
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
    return List.copyOf(samples);
  }

  /** Counts from the last time, for a real timer may be late. */
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
    List<Object> sample = new ArrayList<>(List.of("seconds", passedNanos() / 1e9));
    sample.addAll(look());
    samples.add(Json.map(sample.toArray()));
  }

  final long passedNanos() {
    return clock.nanos() - start;
  }

  final SplittableRandom random() {
    return random;
  }

  /** Exponentially distributed, with a mean of 1. */
  final double exponential() {
    return -Math.log(1 - random.nextDouble());
  }
}
