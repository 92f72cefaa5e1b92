package benchmarks.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.control.BatchSizing;
import seda.kernel.control.ControlLoops;
import seda.kernel.graph.StageGraph;

/**
 * Events at an oscillating rate for a stage of one thread, in which a batch costs something, and
 * each of its events a little more. The crests can only be carried by large batches.
 */
final class BatchingScenario {
  static final int SECONDS = 80;
  static final int LARGEST_BATCH = 256;
  static final Duration PER_BATCH = Duration.ofMillis(2);
  static final Duration PER_EVENT = Duration.ofNanos(200_000);

  private static final double LEAST_PER_SECOND = 200;
  private static final double MOST_PER_SECOND = 4_400;
  private static final double OSCILLATION_SECONDS = 20;
  private static final Duration TICK = Duration.ofMillis(1);
  private static final Duration CONTROL = Duration.ofMillis(500);
  private static final Duration SAMPLE = Duration.ofMillis(500);

  private final Execution execution;
  private final StageGraph graph;
  private final Clock clock;
  private final Stage<Long> stage; // an event is when it came
  private final SplittableRandom random = new SplittableRandom(9);
  private final Queue<Long> responses = new ConcurrentLinkedQueue<>();
  private final List<Sample> samples = new ArrayList<>();
  private double untilArrival;
  private long start;
  private long arrivedUntil;
  private long sampledAt;

  /**
   * What was seen at a time.
   *
   * @param output events a second, since the sample before
   * @param batchLimit the batching factor
   * @param response 90th percentile of the time in the stage, in milliseconds, since then
   */
  record Sample(double seconds, double output, int batchLimit, double response) {}

  BatchingScenario(Execution execution, BatchSizing sizing) {
    this.execution = execution;
    this.graph = execution.graph();
    this.clock = graph.clock();
    this.stage =
        graph.stage(
            StageConfig.named("stage").withQueueCapacity(100_000).withBatchSize(LARGEST_BATCH),
            graph.workerPool("stage", 1));
    execution.handle(stage, new Handling());
    ControlLoops.batch(graph, stage, sizing, CONTROL);
  }

  private final class Handling implements Execution.Work<Long> {
    @Override
    public long batchNanos() {
      return PER_BATCH.toNanos();
    }

    @Override
    public long begin(Long arrived) {
      return PER_EVENT.toNanos();
    }

    @Override
    public void end(Long arrived) {
      responses.add(clock.nanos() - arrived);
    }
  }

  /** Plays it. */
  List<Sample> run(IntConsumer eachSecond) {
    graph.start();
    start = clock.nanos();
    arrivedUntil = start;
    sampledAt = start;
    graph.timers().every(TICK, this::arrive);
    graph.timers().every(SAMPLE, this::sample);
    for (int second = 0; second < SECONDS; second++) {
      eachSecond.accept(second);
      execution.run(Duration.ofSeconds(1));
    }
    execution.stop();
    return List.copyOf(samples);
  }

  /** Counts from the last time, for a real timer may be late. */
  private void arrive() {
    long now = clock.nanos();
    untilArrival -= rate((now - start) / 1e9) * (now - arrivedUntil) / 1e9;
    arrivedUntil = now;
    while (untilArrival <= 0) {
      stage.enqueue(now);
      untilArrival += -Math.log(1 - random.nextDouble());
    }
  }

  private static double rate(double seconds) {
    double swing = (1 - Math.cos(2 * Math.PI * seconds / OSCILLATION_SECONDS)) / 2;
    return LEAST_PER_SECOND + (MOST_PER_SECOND - LEAST_PER_SECOND) * swing;
  }

  private void sample() {
    long now = clock.nanos();
    List<Long> ended = new ArrayList<>();
    for (Long response = responses.poll(); response != null; response = responses.poll()) {
      ended.add(response);
    }
    long[] sorted = ended.stream().mapToLong(Long::longValue).sorted().toArray();
    samples.add(
        new Sample(
            (now - start) / 1e9,
            sorted.length * 1e9 / (now - sampledAt),
            stage.batchLimit(),
            sorted.length == 0 ? 0 : sorted[(int) (0.9 * sorted.length)] / 1e6));
    sampledAt = now;
  }
}
