package benchmarks.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Plays a scenario on one graph, in virtual or in real time. Used once. */
abstract class Execution {
  final StageGraph graph;

  private Execution(StageGraph graph) {
    this.graph = graph;
  }

  /**
   * The work of a stage.
   *
   * @param computes true to keep a core busy, false to sleep
   * @param batchNanos time of a batch, besides its events
   * @param begin called for each event as its batch begins; returns the event's nanoseconds
   * @param end called for each event as its batch ends
   */
  record Work<E>(boolean computes, long batchNanos, ToLongFunction<E> begin, Consumer<E> end) {}

  /** Gives a stage a handler that does this work. */
  abstract <E> void handle(Stage<E> stage, Work<E> work);

  abstract void run(Duration time);

  void stop() {}

  /** In virtual time: takes no time, and has the same result each time. */
  static Execution simulated() {
    Simulation simulation = new Simulation();
    return new Execution(simulation.graph()) {
      @Override
      <E> void handle(Stage<E> stage, Work<E> work) {
        simulation.serviceTime(stage, work.batchNanos, work.begin);
        stage.handledBy(EventHandler.each(work.end::accept));
      }

      @Override
      void run(Duration time) {
        simulation.run(time);
      }
    };
  }

  /** In real time, on threads. */
  static Execution onThreads() {
    return new Execution(new StageGraph(Clock.system())) {
      private long now = System.nanoTime();

      @Override
      <E> void handle(Stage<E> stage, Work<E> work) {
        stage.handledBy(batch -> work(batch, work));
      }

      @Override
      void run(Duration time) {
        now += time.toNanos();
        await(now, false);
      }

      @Override
      void stop() {
        graph.stop(Duration.ofSeconds(10));
      }
    };
  }

  private static <E> void work(Batch<E> batch, Work<E> work) {
    long end = System.nanoTime() + work.batchNanos;
    List<E> taken = new ArrayList<>(batch.remaining());
    while (batch.hasNext()) {
      E event = batch.next();
      taken.add(event);
      end += work.begin.applyAsLong(event);
    }
    await(end, work.computes);
    taken.forEach(work.end);
  }

  private static void await(long deadline, boolean spins) {
    for (long left = 1; left > 0; left = deadline - System.nanoTime()) {
      if (spins) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(deadline - System.nanoTime());
      }
    }
  }
}
