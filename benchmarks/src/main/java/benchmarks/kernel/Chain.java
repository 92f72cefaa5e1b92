package benchmarks.kernel;

import benchmarks.load.Sample;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * Eight stages on processors, one behind the other, and another thread that sends an event now and
 * then: from before it is enqueued, the processor's wake-up included, until the eighth handler has
 * it.
 */
final class Chain {
  private static final int STAGES = 8;
  private static final long PAUSE_NANOS = 200_000;

  private static final class Mark {
    private final long sent = System.nanoTime();
    private volatile long nanos = -1;
  }

  private Chain() {}

  /** Sends events for as long as that; their times in nanoseconds. */
  static Histogram measure(Duration time) {
    StageGraph graph = new StageGraph(Clock.system());
    Processors processors = graph.processors(ProcessorsConfig.named("processor"), IoSource::none);
    Stage<Mark> last = graph.stage(StageConfig.named("stage-" + STAGES), processors);
    last.handledBy(EventHandler.each(mark -> mark.nanos = System.nanoTime() - mark.sent));
    Stage<Mark> first = last;
    for (int i = STAGES - 1; i > 0; i--) {
      Stage<Mark> next = first;
      first = graph.stage(StageConfig.named("stage-" + i), processors);
      first.handledBy(EventHandler.each(next::enqueue));
    }
    graph.start();
    try {
      Histogram times = Sample.histogram();
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() - end < 0) {
        Mark mark = new Mark();
        first.enqueue(mark);
        LockSupport.parkNanos(PAUSE_NANOS);
        while (mark.nanos < 0) {
          Thread.onSpinWait();
        }
        times.recordValue(mark.nanos);
      }
      return times;
    } finally {
      graph.stop(Duration.ofSeconds(10));
    }
  }
}
