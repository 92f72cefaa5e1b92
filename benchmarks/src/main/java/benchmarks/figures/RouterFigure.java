package benchmarks.figures;

import benchmarks.report.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * Figure 14 of [SOSP]: a packet router with a deliberate bottleneck. Of the packets that arrive at
 * a steady rate, 15 % are queries; a query costs 20 ms, any other packet 20 µs. All wait in one
 * queue.
 */
final class RouterFigure extends KernelFigure {
  private static final List<Integer> RATES = List.of(100, 200, 400, 1_000, 10_000);
  private static final String NONE = "one thread";
  private static final int THRESHOLD = 100;
  private static final int SHOWN = 1_000;
  private static final int SIMULATED_SECONDS = 30;
  private static final int REAL_SECONDS = 10;
  private static final int CAPACITY = 50_000;
  private static final int MAX_THREADS = 40;
  private static final int LIGHT_COST = 20_000;
  private static final int QUERY_COST = 20_000_000;
  private static final int QUERY_PERCENT = 15;

  private record Packet(long arrived, boolean query) {}

  RouterFigure() {
    super(
        "sosp-14",
        "a packet router with dear queries: latencies by rate, queue over time",
        "A router under " + SHOWN + " packets/s, 15 % dear queries",
        panels("packets waiting", "queued", "threads", "threads"));
  }

  @Override
  public String page() {
    return "gnutella-figures.md";
  }

  @Override
  public String pageTitle() {
    return "The router's figures";
  }

  @Override
  List<String> contenders() {
    return List.of(NONE, PAPER, DEFAULT);
  }

  @Override
  int seconds(Place place) {
    return ofEachRate(place) * RATES.size();
  }

  private static int ofEachRate(Place place) {
    return place == Place.SIMULATED ? SIMULATED_SECONDS : REAL_SECONDS;
  }

  @Override
  boolean isShown(Map<String, Object> sample) {
    return sample.get("rate").equals(SHOWN);
  }

  /** Plays it under each rate, each time from the beginning. */
  @Override
  Played play(Place place, String contender, IntConsumer eachSecond) {
    List<Map<String, Object>> samples = new ArrayList<>();
    Map<String, Number> outcomes = new LinkedHashMap<>();
    int before = 0;
    for (int rate : RATES) {
      int first = before;
      Execution execution = place == Place.SIMULATED ? Execution.simulated() : Execution.sleeping();
      Router router =
          switch (contender) {
            case NONE -> new Router(execution, rate, seen -> 1, 2);
            case PAPER ->
                new Router(execution, rate, new QueueThresholdSizing(THRESHOLD, MAX_THREADS), 2);
            default ->
                new Router(
                    execution, rate, new ThroughputSizing(ThroughputSizing.Settings.DEFAULT), 1);
          };
      samples.addAll(router.pass(ofEachRate(place), second -> eachSecond.accept(first + second)));
      router.addTo(outcomes, samples.subList(samples.size() - router.looks, samples.size()));
      before += ofEachRate(place);
    }
    return new Played(samples, outcomes);
  }

  private static final class Latency {
    private final LongAdder nanos = new LongAdder();
    private final LongAdder count = new LongAdder();

    double millis() {
      return nanos.sum() / 1e6 / Math.max(1, count.sum());
    }
  }

  private static final class Router extends Scenario {
    private final int rate;
    private final WorkerPool pool;
    private final Stage<Packet> stage;
    private final Latency queries = new Latency();
    private final Latency others = new Latency();
    private int looks;

    Router(Execution execution, int rate, PoolSizing sizing, int periodSeconds) {
      super(execution, Duration.ofMillis(10), 14);
      this.rate = rate;
      pool = graph.workerPool(WorkerPoolConfig.fixed("router", 1).withThreads(1, MAX_THREADS));
      StageConfig config = StageConfig.named("router").withQueueCapacity(CAPACITY);
      stage = graph.stage(config.withBatchSize(1), pool);
      execution.handle(
          stage,
          new Execution.Work<>(0, packet -> packet.query ? QUERY_COST : LIGHT_COST, this::routed));
      ControlLoops.size(graph, pool, sizing, Duration.ofSeconds(periodSeconds));
    }

    private void routed(Packet packet) {
      Latency latency = packet.query ? queries : others;
      latency.nanos.add(clock.nanos() - packet.arrived);
      latency.count.increment();
    }

    @Override
    double rate(double seconds) {
      return rate;
    }

    @Override
    void arrive() {
      stage.enqueue(new Packet(clock.nanos(), random().nextInt(100) < QUERY_PERCENT));
    }

    @Override
    void begin() {
      sample();
    }

    @Override
    List<Object> look() {
      looks++;
      return List.of(
          "rate", rate, "queued", stage.snapshot().queueLength(), "threads", pool.threads());
    }

    void addTo(Map<String, Number> outcomes, List<Map<String, Object>> samples) {
      String at = Figures.text("%,d packets/s: ", rate);
      outcomes.put(at + "a query, ms", queries.millis());
      outcomes.put(at + "another, ms", others.millis());
      outcomes.put(
          at + "most threads", (int) Figures.highest(samples, s -> (int) s.get("threads")));
      outcomes.put(at + "turned away", (int) stage.snapshot().rejected());
    }
  }
}
