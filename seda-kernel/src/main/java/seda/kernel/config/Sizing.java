package seda.kernel.config;

import java.time.Duration;
import seda.kernel.WorkerPool;
import seda.kernel.control.PoolSizing;
import seda.kernel.control.QueueThresholdSizing;
import seda.kernel.control.ThroughputSizing;
import seda.kernel.graph.StageGraph;

/** Control of a pool's size. */
@FunctionalInterface
interface Sizing {

  enum Kind {
    FIXED,
    THROUGHPUT,
    QUEUE_THRESHOLD
  }

  /** Starts the control; returns the action that ends it. */
  Runnable start(WorkerPool pool, StageGraph graph);

  static Sizing read(Section section) {
    Sizing sizing =
        switch (section.choice("kind", Kind.class).orElse(Kind.THROUGHPUT)) {
          case FIXED -> (pool, graph) -> () -> {};
          case THROUGHPUT -> throughput(section);
          case QUEUE_THRESHOLD -> queueThreshold(section);
        };
    section.end();
    return sizing;
  }

  private static Sizing throughput(Section section) {
    ThroughputSizing.Settings normal = ThroughputSizing.Settings.DEFAULT;
    ThroughputSizing.Settings settings =
        new ThroughputSizing.Settings(
            section.number("efficiency", 0.01, 0.99).orElse(normal.efficiency()),
            section.number("utilisation", 0.01, 0.99).orElse(normal.utilisation()),
            section.integer("min-completions", 1).orElse(normal.minCompletions()),
            section.integer("back-off", 0).orElse(normal.backOff()));
    Duration period = section.duration("period").orElse(Duration.ofSeconds(1));
    return (pool, graph) -> run(graph, pool, new ThroughputSizing(settings), period);
  }

  private static Sizing queueThreshold(Section section) {
    int threshold = section.integer("threshold", 1).orElse(100);
    Duration period = section.duration("period").orElse(Duration.ofSeconds(2));
    return (pool, graph) ->
        run(graph, pool, new QueueThresholdSizing(threshold, pool.maxThreads()), period);
  }

  private static Runnable run(
      StageGraph graph, WorkerPool pool, PoolSizing controller, Duration period) {
    if (pool.minThreads() == pool.maxThreads()) {
      return () -> {};
    }
    return graph.timers().every(period, () -> pool.resize(controller.next(pool.observe())))::cancel;
  }
}
