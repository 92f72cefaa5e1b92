package benchmarks.kernel;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/** Heap of a stage at rest: many stages handle some events, rest, and then the heap is read. */
final class IdleStages {
  private static final int STAGES = 1_000;
  private static final int EVENTS = 100;
  private static final int WORKERS = 4;
  private static final int COLLECTIONS = 3;

  private IdleStages() {}

  /**
   * Bytes of heap for each stage, on processors or on a pool.
   *
   * @param settle rest before the heap is read; two windows of the statistics at least
   */
  static double bytesEach(boolean onPool, Duration settle) throws InterruptedException {
    StageGraph graph = new StageGraph(Clock.system());
    ThreadDomain domain =
        onPool
            ? graph.workerPool("pool", WORKERS)
            : graph.processors(ProcessorsConfig.named("processor"), IoSource::none);
    graph.start();
    try {
      long before = usedHeap();
      List<Stage<Integer>> stages = new ArrayList<>();
      for (int i = 0; i < STAGES; i++) {
        Stage<Integer> stage = graph.stage(StageConfig.named("stage-" + i), domain);
        stage.handledBy(EventHandler.each(event -> {}));
        graph.open(stage);
        stages.add(stage);
      }
      for (int i = 0; i < EVENTS; i++) {
        for (Stage<Integer> stage : stages) {
          stage.enqueue(i);
        }
      }
      TimeUnit.NANOSECONDS.sleep(settle.toNanos());
      return (double) (usedHeap() - before) / stages.size();
    } finally {
      graph.stop(Duration.ofSeconds(10));
    }
  }

  private static long usedHeap() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
