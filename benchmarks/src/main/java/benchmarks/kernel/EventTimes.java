package benchmarks.kernel;

import benchmarks.load.Sample;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
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
 * Times of single events, in nanoseconds: from before another thread enqueues the event until the
 * last handler has it.
 */
final class EventTimes {
  private static final int WORKERS = 4;
  private static final int CHAIN = 8;

  /** Long enough for the thread that took the last event to sleep again. */
  private static final long PAUSE_NANOS = 200_000;

  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final class Parcel {
    private final long sent = System.nanoTime();
    private volatile long nanos = -1;

    void received() {
      nanos = System.nanoTime() - sent;
    }

    long awaitNanos() {
      while (nanos < 0) {
        Thread.onSpinWait();
      }
      return nanos;
    }
  }

  private EventTimes() {}

  /**
   * One hop to an idle worker pool, and a hand-off by a {@link LinkedTransferQueue} to as many
   * threads that wait in {@code take}. The two take turns, event by event.
   */
  static void handOff(Duration time, Histogram pool, Histogram queue) {
    StageGraph graph = new StageGraph(Clock.system());
    Stage<Parcel> stage =
        graph.stage(StageConfig.named("stage"), graph.workerPool("pool", WORKERS));
    stage.handledBy(EventHandler.each(Parcel::received));
    LinkedTransferQueue<Parcel> transfers = new LinkedTransferQueue<>();
    ExecutorService takers = Executors.newFixedThreadPool(WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      takers.execute(() -> take(transfers));
    }
    graph.start();
    try {
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() - end < 0) {
        Parcel byStage = new Parcel();
        stage.enqueue(byStage);
        pool.recordValue(byStage.awaitNanos());
        LockSupport.parkNanos(PAUSE_NANOS);
        Parcel byQueue = new Parcel();
        transfers.put(byQueue);
        queue.recordValue(byQueue.awaitNanos());
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } finally {
      graph.stop(GRACE);
      takers.shutdownNow();
    }
  }

  private static void take(LinkedTransferQueue<Parcel> from) {
    try {
      while (true) {
        from.take().received();
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** Eight stages on processors, each behind the other. */
  static Histogram chain(Duration time) {
    StageGraph graph = new StageGraph(Clock.system());
    Processors processors = graph.processors(ProcessorsConfig.named("processor"), IoSource::none);
    Stage<Parcel> first = graph.stage(StageConfig.named("stage-" + CHAIN), processors);
    first.handledBy(EventHandler.each(Parcel::received));
    for (int i = CHAIN - 1; i > 0; i--) {
      Stage<Parcel> next = first;
      first = graph.stage(StageConfig.named("stage-" + i), processors);
      first.handledBy(EventHandler.each(next::enqueue));
    }
    graph.start();
    try {
      Histogram times = Sample.histogram();
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() - end < 0) {
        Parcel parcel = new Parcel();
        first.enqueue(parcel);
        LockSupport.parkNanos(PAUSE_NANOS);
        times.recordValue(parcel.awaitNanos());
      }
      return times;
    } finally {
      graph.stop(GRACE);
    }
  }
}
