package benchmarks.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
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
 * Bursts, one greater than the other, on top of a steady light load, for a stage whose threads wait
 * for a backend. That serves {@link #USEFUL} at a time at full speed; more of them slow it down.
 */
final class PoolScenario {
  static final int SECONDS = 150;
  static final int LIGHT_FROM = 120;
  static final int USEFUL = 12;
  static final int MAX_THREADS = 20;
  static final double LIGHT_PER_SECOND = 10;
  static final List<Burst> BURSTS =
      List.of(
          new Burst(5, 250),
          new Burst(15, 500),
          new Burst(30, 1_000),
          new Burst(50, 2_000),
          new Burst(80, 4_000));

  private static final double MEAN_NANOS = 50e6;
  private static final double SLOWDOWN = 1.5;
  private static final int LIGHT = -1;
  private static final Duration TICK = Duration.ofMillis(10);
  private static final Duration SAMPLE = Duration.ofMillis(500);

  private final Execution execution;
  private final StageGraph graph;
  private final Clock clock;
  private final WorkerPool pool;
  private final Stage<Request> stage;
  private final SplittableRandom random = new SplittableRandom(8);
  private final AtomicInteger inService = new AtomicInteger();
  private final List<AtomicInteger> unserved =
      BURSTS.stream().map(burst -> new AtomicInteger(burst.requests)).toList();
  private final AtomicLongArray servedAfter = new AtomicLongArray(BURSTS.size());
  private final LongAdder waited = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final List<Sample> samples = new ArrayList<>();
  private double untilArrival;
  private long start;

  /** So many requests at once. */
  record Burst(int second, int requests) {}

  /** What was seen at a time. */
  record Sample(double seconds, int queued, int threads) {}

  /**
   * How it went.
   *
   * @param samples one each half second
   * @param servedAfter seconds after which the last request of each burst was served; 0 if not
   * @param lightWaitMillis that requests waited on average from {@link #LIGHT_FROM} on
   */
  record Result(List<Sample> samples, List<Double> servedAfter, double lightWaitMillis) {
    int mostThreads() {
      return samples.stream().mapToInt(Sample::threads).max().orElse(0);
    }

    double lightThreads() {
      return samples.stream()
          .filter(sample -> sample.seconds >= LIGHT_FROM)
          .mapToInt(Sample::threads)
          .average()
          .orElse(0);
    }
  }

  /** One to be served; takes {@code nanos} if nothing slows it. */
  private record Request(long arrived, long nanos, int burst) {}

  PoolScenario(Execution execution, PoolSizing sizing, Duration period) {
    this.execution = execution;
    this.graph = execution.graph();
    this.clock = graph.clock();
    this.pool = graph.workerPool(WorkerPoolConfig.fixed("backend", 1).withThreads(1, MAX_THREADS));
    this.stage =
        graph.stage(StageConfig.named("backend").withQueueCapacity(10_000).withBatchSize(1), pool);
    execution.handle(stage, new Backend());
    ControlLoops.size(graph, pool, sizing, period);
  }

  private final class Backend implements Execution.Work<Request> {
    @Override
    public long batchNanos() {
      return 0;
    }

    @Override
    public long begin(Request request) {
      long now = clock.nanos();
      if (now - start >= Duration.ofSeconds(LIGHT_FROM).toNanos()) {
        waited.add(now - request.arrived);
        waits.increment();
      }
      double crowding = Math.max(1, inService.incrementAndGet() / (double) USEFUL);
      return (long) (request.nanos * Math.pow(crowding, SLOWDOWN));
    }

    @Override
    public void end(Request request) {
      inService.decrementAndGet();
      if (request.burst != LIGHT && unserved.get(request.burst).decrementAndGet() == 0) {
        servedAfter.set(request.burst, clock.nanos() - start);
      }
    }
  }

  /** Plays it. */
  Result run(IntConsumer eachSecond) {
    graph.start();
    start = clock.nanos();
    graph.timers().every(TICK, this::arrive);
    graph.timers().every(SAMPLE, this::sample);
    for (int i = 0; i < BURSTS.size(); i++) {
      int burst = i;
      graph.timers().after(Duration.ofSeconds(BURSTS.get(i).second), () -> burst(burst));
    }
    sample();
    for (int second = 0; second < SECONDS; second++) {
      eachSecond.accept(second);
      execution.run(Duration.ofSeconds(1));
    }
    execution.stop();
    List<Double> served = new ArrayList<>();
    for (int i = 0; i < BURSTS.size(); i++) {
      served.add(Math.max(0, servedAfter.get(i) / 1e9 - BURSTS.get(i).second));
    }
    double lightWait = waited.sum() / 1e6 / Math.max(1, waits.sum());
    return new Result(List.copyOf(samples), List.copyOf(served), lightWait);
  }

  private void arrive() {
    untilArrival -= LIGHT_PER_SECOND * TICK.toNanos() / 1e9;
    while (untilArrival <= 0) {
      request(LIGHT);
      untilArrival += exponential();
    }
  }

  private void burst(int burst) {
    for (int i = 0; i < BURSTS.get(burst).requests; i++) {
      request(burst);
    }
  }

  private void request(int burst) {
    stage.enqueue(new Request(clock.nanos(), (long) (MEAN_NANOS * exponential()), burst));
  }

  private double exponential() {
    return -Math.log(1 - random.nextDouble());
  }

  private void sample() {
    samples.add(
        new Sample((clock.nanos() - start) / 1e9, stage.snapshot().queueLength(), pool.threads()));
  }
}
