package benchmarks.figures;

import benchmarks.report.Chart;
import benchmarks.report.Figures;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.control.ControlLoops;
import seda.kernel.control.PoolSizing;
import seda.kernel.control.QueueThresholdSizing;
import seda.kernel.control.ThroughputSizing;

/**
 * Figure 8 of [SOSP]: the thread pool controller under bursts, each greater than the last, on top
 * of a steady light load. The stage's threads wait for a backend that serves {@link #USEFUL}
 * requests at a time at full speed; more of them slow it down.
 */
final class PoolFigure extends KernelFigure {
  private static final int SECONDS = 150;
  private static final int LIGHT_FROM = 120;
  private static final int USEFUL = 12;
  private static final int MAX_THREADS = 20;
  private static final int THRESHOLD = 100;
  private static final double LIGHT_PER_SECOND = 10;
  private static final double MEAN_NANOS = 50e6;
  private static final double SLOWDOWN = 1.5;
  private static final int LIGHT = -1;
  private static final List<Burst> BURSTS =
      List.of(
          new Burst(5, 250),
          new Burst(15, 500),
          new Burst(30, 1_000),
          new Burst(50, 2_000),
          new Burst(80, 4_000));

  private record Burst(int second, int requests) {}

  /** A request that takes {@code nanos} if nothing slows it. */
  private record Request(long arrived, long nanos, int burst) {}

  PoolFigure() {
    super(
        "sosp-8",
        "thread pool controllers under bursts: queue and threads over time",
        "Thread pool controllers under bursts",
        panels("requests waiting", "queued", "threads", "threads"));
  }

  @Override
  List<String> contenders() {
    return List.of(PAPER, DEFAULT);
  }

  @Override
  int seconds(Place place) {
    return SECONDS;
  }

  @Override
  void mark(Chart chart) {
    BURSTS.forEach(burst -> chart.mark(burst.second, Figures.text("%,d", burst.requests)));
  }

  @Override
  Played play(Place place, String contender, IntConsumer eachSecond) {
    Execution execution = place == Place.SIMULATED ? Execution.simulated() : Execution.sleeping();
    return contender.equals(PAPER)
        ? new Bursts(execution, new QueueThresholdSizing(THRESHOLD, MAX_THREADS), 2).run(eachSecond)
        : new Bursts(execution, new ThroughputSizing(ThroughputSizing.Settings.DEFAULT), 1)
            .run(eachSecond);
  }

  private static final class Bursts extends Scenario {
    private final WorkerPool pool;
    private final Stage<Request> stage;
    private final AtomicInteger inService = new AtomicInteger();
    private final List<AtomicInteger> unserved =
        BURSTS.stream().map(burst -> new AtomicInteger(burst.requests)).toList();
    private final AtomicLongArray servedAfter = new AtomicLongArray(BURSTS.size());
    private final LongAdder waited = new LongAdder();
    private final LongAdder waits = new LongAdder();

    Bursts(Execution execution, PoolSizing sizing, int periodSeconds) {
      super(execution, Duration.ofMillis(10), 8);
      pool = graph.workerPool(WorkerPoolConfig.fixed("backend", 1).withThreads(1, MAX_THREADS));
      StageConfig config = StageConfig.named("backend").withQueueCapacity(10_000);
      stage = graph.stage(config.withBatchSize(1), pool);
      execution.handle(stage, new Execution.Work<>(0, this::served, this::ended));
      ControlLoops.size(graph, pool, sizing, Duration.ofSeconds(periodSeconds));
    }

    private long served(Request request) {
      if (passedNanos() >= Duration.ofSeconds(LIGHT_FROM).toNanos()) {
        waited.add(clock.nanos() - request.arrived);
        waits.increment();
      }
      double crowding = Math.max(1, inService.incrementAndGet() / (double) USEFUL);
      return (long) (request.nanos * Math.pow(crowding, SLOWDOWN));
    }

    private void ended(Request request) {
      inService.decrementAndGet();
      if (request.burst != LIGHT && unserved.get(request.burst).decrementAndGet() == 0) {
        servedAfter.set(request.burst, passedNanos());
      }
    }

    @Override
    double rate(double seconds) {
      return LIGHT_PER_SECOND;
    }

    @Override
    void arrive() {
      request(LIGHT);
    }

    private void request(int burst) {
      stage.enqueue(new Request(clock.nanos(), (long) (MEAN_NANOS * exponential()), burst));
    }

    @Override
    void begin() {
      for (int i = 0; i < BURSTS.size(); i++) {
        int burst = i;
        graph.timers().after(Duration.ofSeconds(BURSTS.get(i).second), () -> burst(burst));
      }
      sample();
    }

    private void burst(int burst) {
      for (int i = 0; i < BURSTS.get(burst).requests; i++) {
        request(burst);
      }
    }

    @Override
    List<Object> look() {
      return List.of("queued", stage.snapshot().queueLength(), "threads", pool.threads());
    }

    Played run(IntConsumer eachSecond) {
      List<Map<String, Object>> samples = pass(SECONDS, eachSecond);
      Map<String, Number> outcomes = new LinkedHashMap<>();
      for (int i = 0; i < BURSTS.size(); i++) {
        Burst burst = BURSTS.get(i);
        outcomes.put(
            Figures.text("burst of %,d served after, s", burst.requests),
            Math.max(0, servedAfter.get(i) / 1e9 - burst.second));
      }
      outcomes.put("most threads", (int) Figures.highest(samples, Bursts::threads));
      outcomes.put(
          "mean threads from " + LIGHT_FROM + " s on",
          samples.stream()
              .filter(sample -> (double) sample.get("seconds") >= LIGHT_FROM)
              .mapToDouble(Bursts::threads)
              .average()
              .orElse(0));
      outcomes.put(
          "mean wait from " + LIGHT_FROM + " s on, ms",
          waited.sum() / 1e6 / Math.max(1, waits.sum()));
      return new Played(samples, outcomes);
    }

    private static double threads(Map<String, Object> sample) {
      return (int) sample.get("threads");
    }
  }
}
