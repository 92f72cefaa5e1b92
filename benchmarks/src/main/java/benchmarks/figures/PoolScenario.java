package benchmarks.figures;

import benchmarks.report.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.control.ControlLoops;
import seda.kernel.control.PoolSizing;
import seda.kernel.control.QueueThresholdSizing;
import seda.kernel.control.ThroughputSizing;

/** One stage on a pool whose size a controller sets. */
abstract class PoolScenario<E> extends Scenario {
  static final String ONE_THREAD = "one thread";
  static final String PAPER = "the paper's (queue threshold)";
  static final String DEFAULT = "throughput, the default";
  private static final int THRESHOLD = 100;
  final Stage<E> stage;
  private final WorkerPool pool;

  static List<KernelFigure.Panel> panels(String queue) {
    return List.of(
        new KernelFigure.Panel(queue, "queued"), new KernelFigure.Panel("threads", "threads"));
  }

  /** The mean of durations. */
  static final class Mean {
    private final LongAdder nanos = new LongAdder();
    private final LongAdder count = new LongAdder();

    void add(long time) {
      nanos.add(time);
      count.increment();
    }

    double millis() {
      return nanos.sum() / 1e6 / Math.max(1, count.sum());
    }
  }

  PoolScenario(Execution execution, long seed, String controller, int capacity, int maxThreads) {
    super(execution, Duration.ofMillis(10), seed);
    pool = graph.workerPool(WorkerPoolConfig.fixed("pool", 1).withThreads(1, maxThreads));
    StageConfig config = StageConfig.named("stage").withQueueCapacity(capacity);
    stage = graph.stage(config.withBatchSize(1), pool);
    PoolSizing sizing =
        switch (controller) {
          case ONE_THREAD -> seen -> 1;
          case PAPER -> new QueueThresholdSizing(THRESHOLD, maxThreads);
          default -> new ThroughputSizing(ThroughputSizing.Settings.DEFAULT);
        };
    ControlLoops.size(graph, pool, sizing, Duration.ofSeconds(controller.equals(DEFAULT) ? 1 : 2));
  }

  @Override
  void begin() {
    sample();
  }

  @Override
  void look(Map<String, Double> sample) {
    sample.put("queued", (double) stage.snapshot().queue().length());
    sample.put("threads", (double) pool.threads());
  }

  final int mostThreads() {
    return (int) Figures.highest(samples, sample -> sample.get("threads"));
  }
}
