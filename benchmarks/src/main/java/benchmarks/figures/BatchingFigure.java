package benchmarks.figures;

import benchmarks.report.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.control.BatchSizing;
import seda.kernel.control.ControlLoops;
import seda.kernel.control.LatencyBatching;
import seda.kernel.control.ThroughputBatching;

/**
 * Figure 9 of [SOSP]: the batching controller under an oscillating rate, on a stage of one thread
 * in which a batch has a cost, and each of its events a smaller one. Only large batches carry the
 * crests.
 */
final class BatchingFigure extends KernelFigure {
  private static final String BY_THROUGHPUT = "the paper's (throughput)";
  private static final String BY_LATENCY = "latency, the default";
  private static final Duration BUDGET = Duration.ofMillis(20);
  private static final int LARGEST_BATCH = 256;
  private static final Duration PER_BATCH = Duration.ofMillis(2);
  private static final long NANOS_PER_EVENT = 200_000;
  private static final double LEAST_PER_SECOND = 200;
  private static final double MOST_PER_SECOND = 4_400;
  private static final double OSCILLATION_SECONDS = 20;
  private static final Duration CONTROL = Duration.ofMillis(500);

  BatchingFigure() {
    super(
        "sosp-9",
        "batching controllers under an oscillating rate: output and batches over time",
        "Batching controllers under an oscillating rate",
        List.of(BY_THROUGHPUT, BY_LATENCY),
        List.of(
            new Panel("output rate, events/s", "output"),
            new Panel("batching factor, events", "batch"),
            new Panel("time in the stage (p90), ms", "response")),
        List.of(Oscillation::new));
  }

  @Override
  int seconds(boolean simulated) {
    return 80;
  }

  private static final class Oscillation extends Scenario {
    private final Stage<Long> stage; // an event is the time of its arrival
    private final Queue<Long> responses = new ConcurrentLinkedQueue<>();
    private long sampledAt;

    Oscillation(Execution execution, String contender) {
      super(execution, Duration.ofMillis(1), 9);
      StageConfig config = StageConfig.named("stage").withQueueCapacity(100_000);
      stage = graph.stage(config.withBatchSize(LARGEST_BATCH), graph.workerPool("stage", 1));
      execution.handle(
          stage,
          new Execution.Work<>(
              true,
              PER_BATCH.toNanos(),
              arrived -> NANOS_PER_EVENT,
              arrived -> responses.add(clock.nanos() - arrived)));
      BatchSizing sizing =
          contender.equals(BY_THROUGHPUT)
              ? new ThroughputBatching(1, LARGEST_BATCH)
              : new LatencyBatching(BUDGET);
      ControlLoops.batch(graph, stage, sizing, CONTROL);
    }

    @Override
    double rate(double seconds) {
      double swing = (1 - Math.cos(2 * Math.PI * seconds / OSCILLATION_SECONDS)) / 2;
      return LEAST_PER_SECOND + (MOST_PER_SECOND - LEAST_PER_SECOND) * swing;
    }

    @Override
    void arrive() {
      stage.enqueue(clock.nanos());
    }

    @Override
    void look(Map<String, Double> sample) {
      List<Long> ended = new ArrayList<>();
      for (Long response = responses.poll(); response != null; response = responses.poll()) {
        ended.add(response);
      }
      ended.sort(null);
      long now = passedNanos();
      sample.put("output", ended.size() * 1e9 / (now - sampledAt));
      sampledAt = now;
      sample.put("batch", (double) stage.batchLimit());
      sample.put("response", ended.isEmpty() ? 0 : ended.get((int) (0.9 * ended.size())) / 1e6);
    }

    @Override
    void outcomes(Map<String, Number> rows) {
      rows.put("highest output, events/s", Figures.highest(samples, s -> s.get("output")));
      rows.put("smallest batching factor", (int) Figures.lowest(samples, s -> s.get("batch")));
      rows.put("largest batching factor", (int) Figures.highest(samples, s -> s.get("batch")));
      rows.put("longest p90 in the stage, ms", Figures.highest(samples, s -> s.get("response")));
      rows.put("median of the p90s, ms", Figures.median(samples, s -> s.get("response")));
    }
  }
}
