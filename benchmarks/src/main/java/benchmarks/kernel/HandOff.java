package benchmarks.kernel;

import benchmarks.load.Sample;
import java.time.Duration;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/**
 * One hop to an idle worker pool, against a hand-off by a {@link LinkedTransferQueue} to as many
 * threads that wait in {@code take}: from before the event is given away until it is in the other
 * thread's hands. The two take turns, event by event.
 */
final class HandOff {
  private static final int WORKERS = 4;

  /** Long enough for the thread that took the last event to sleep again. */
  private static final long PAUSE_NANOS = 200_000;

  private final Histogram pool = Sample.histogram();
  private final Histogram queue = Sample.histogram();

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

  /** The pool's times, in nanoseconds. */
  Histogram pool() {
    return pool;
  }

  /** The queue's times, in nanoseconds. */
  Histogram queue() {
    return queue;
  }

  /** Hands over for as long as that, each in turn. */
  void run(Duration time) throws InterruptedException {
    StageGraph graph = new StageGraph(Clock.system());
    Stage<Parcel> stage =
        graph.stage(StageConfig.named("stage"), graph.workerPool("pool", WORKERS));
    stage.handledBy(EventHandler.each(Parcel::received));
    LinkedTransferQueue<Parcel> transfers = new LinkedTransferQueue<>();
    Thread[] takers = new Thread[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      takers[i] = new Thread(() -> take(transfers), "taker-" + i);
      takers[i].start();
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
      graph.stop(Duration.ofSeconds(10));
      for (Thread taker : takers) {
        taker.interrupt();
        taker.join();
      }
    }
  }

  private static void take(LinkedTransferQueue<Parcel> from) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        from.take().received();
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }
}
