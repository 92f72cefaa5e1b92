package benchmarks.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.control.ControlLoops;
import seda.kernel.control.PoolSizing;
import seda.kernel.graph.StageGraph;

/**
 * A packet router with a deliberate bottleneck: of the packets that arrive at a steady rate, 15 %
 * are queries, and a query costs 20 ms, any other packet 20 µs. All of them wait in one queue.
 */
final class RouterScenario {
  static final List<Integer> RATES = List.of(100, 200, 400, 1_000, 10_000);
  static final int CAPACITY = 50_000;
  static final int MAX_THREADS = 40;

  private static final int LIGHT_COST = 20_000;
  private static final int QUERY_COST = 20_000_000;
  private static final int QUERY_PERCENT = 15;
  private static final Duration TICK = Duration.ofMillis(10);
  private static final Duration SAMPLE = Duration.ofMillis(500);

  private final Execution execution;
  private final int rate;
  private final StageGraph graph;
  private final Clock clock;
  private final WorkerPool pool;
  private final Stage<Arrived> stage;
  private final SplittableRandom random = new SplittableRandom(14);
  private final Latency queries = new Latency();
  private final Latency others = new Latency();
  private final List<Sample> samples = new ArrayList<>();
  private double untilArrival;
  private long start;

  /** What was seen at a time, under a rate. */
  record Sample(int rate, double seconds, int queued, int threads) {}

  /** How it went under one rate: mean latencies in milliseconds, and what was turned away. */
  record Outcome(double queryMillis, double otherMillis, int mostThreads, long rejected) {}

  /** How it went, by rate. */
  record Result(List<Sample> samples, Map<Integer, Outcome> outcomes) {}

  private record Arrived(long at, boolean query) {}

  private static final class Latency {
    private final LongAdder nanos = new LongAdder();
    private final LongAdder count = new LongAdder();

    double millis() {
      return nanos.sum() / 1e6 / Math.max(1, count.sum());
    }
  }

  private RouterScenario(Execution execution, int rate, PoolSizing sizing, Duration period) {
    this.execution = execution;
    this.rate = rate;
    this.graph = execution.graph();
    this.clock = graph.clock();
    this.pool = graph.workerPool(WorkerPoolConfig.fixed("router", 1).withThreads(1, MAX_THREADS));
    this.stage =
        graph.stage(StageConfig.named("router").withQueueCapacity(CAPACITY).withBatchSize(1), pool);
    execution.handle(stage, new Routing());
    ControlLoops.size(graph, pool, sizing, period);
  }

  private final class Routing implements Execution.Work<Arrived> {
    @Override
    public long batchNanos() {
      return 0;
    }

    @Override
    public long begin(Arrived packet) {
      return packet.query ? QUERY_COST : LIGHT_COST;
    }

    @Override
    public void end(Arrived packet) {
      Latency latency = packet.query ? queries : others;
      latency.nanos.add(clock.nanos() - packet.at);
      latency.count.increment();
    }
  }

  /** Makes the controller of one run. */
  record Control(java.util.function.Supplier<PoolSizing> sizing, Duration period) {}

  /** Plays it under each rate for so many seconds, each time from the beginning. */
  static Result play(
      java.util.function.Supplier<Execution> executions,
      Control control,
      int seconds,
      IntConsumer eachSecond) {
    List<Sample> samples = new ArrayList<>();
    Map<Integer, Outcome> outcomes = new LinkedHashMap<>();
    int second = 0;
    for (int rate : RATES) {
      RouterScenario run =
          new RouterScenario(executions.get(), rate, control.sizing().get(), control.period());
      outcomes.put(rate, run.run(seconds, eachSecond, second));
      samples.addAll(run.samples);
      second += seconds;
    }
    return new Result(List.copyOf(samples), outcomes);
  }

  private Outcome run(int seconds, IntConsumer eachSecond, int before) {
    graph.start();
    start = clock.nanos();
    graph.timers().every(TICK, this::arrive);
    graph.timers().every(SAMPLE, this::sample);
    sample();
    for (int second = 0; second < seconds; second++) {
      eachSecond.accept(before + second);
      execution.run(Duration.ofSeconds(1));
    }
    execution.stop();
    return new Outcome(
        queries.millis(),
        others.millis(),
        samples.stream().mapToInt(Sample::threads).max().orElse(0),
        stage.snapshot().rejected());
  }

  private void arrive() {
    untilArrival -= rate * TICK.toNanos() / 1e9;
    while (untilArrival <= 0) {
      stage.enqueue(new Arrived(clock.nanos(), random.nextInt(100) < QUERY_PERCENT));
      untilArrival += -Math.log(1 - random.nextDouble());
    }
  }

  private void sample() {
    samples.add(
        new Sample(
            rate, (clock.nanos() - start) / 1e9, stage.snapshot().queueLength(), pool.threads()));
  }
}
