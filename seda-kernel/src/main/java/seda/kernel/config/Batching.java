package seda.kernel.config;

import java.time.Duration;
import java.util.Optional;
import seda.kernel.Stage;
import seda.kernel.control.BatchSizing;
import seda.kernel.control.LatencyBatching;
import seda.kernel.control.ThroughputBatching;
import seda.kernel.graph.StageGraph;

/** Control of a stage's batch limit. */
@FunctionalInterface
interface Batching {
  /** Default budget of a batch: the target divided by this. */
  int BUDGETS_IN_TARGET = 10;

  enum Kind {
    FIXED,
    LATENCY,
    THROUGHPUT
  }

  /** Starts the control; returns the action that ends it. */
  Runnable start(Stage<?> stage, StageGraph graph);

  static Batching read(Section section) {
    Batching batching =
        switch (section.choice("kind", Kind.class).orElse(Kind.LATENCY)) {
          case FIXED -> (stage, graph) -> () -> {};
          case LATENCY -> latency(section);
          case THROUGHPUT -> throughput(section);
        };
    section.end();
    return batching;
  }

  private static Batching latency(Section section) {
    Optional<Duration> budget = section.duration("budget");
    Duration period = period(section);
    return (stage, graph) -> {
      Duration normal =
          stage
              .config()
              .target()
              .map(t -> t.dividedBy(BUDGETS_IN_TARGET))
              .orElse(Duration.ofMillis(1));
      return run(graph, stage, new LatencyBatching(budget.orElse(normal)), period);
    };
  }

  private static Batching throughput(Section section) {
    int min = section.integer("min", 1).orElse(1);
    Optional<Integer> max = section.integer("max", min);
    Duration period = period(section);
    return (stage, graph) -> {
      int most = Math.max(min, max.orElse(stage.config().batchSize()));
      return run(graph, stage, new ThroughputBatching(min, most), period);
    };
  }

  private static Duration period(Section section) {
    return section.duration("period").orElse(Duration.ofSeconds(1));
  }

  private static Runnable run(
      StageGraph graph, Stage<?> stage, BatchSizing controller, Duration period) {
    return graph.timers().every(period, () -> stage.batchLimit(controller.next(stage.observe())))
        ::cancel;
  }
}
