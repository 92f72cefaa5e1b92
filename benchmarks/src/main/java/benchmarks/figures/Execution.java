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

/** Where a scenario is played. One graph, used once. */
abstract class Execution {
  final StageGraph graph;

  private Execution(StageGraph graph) {
    this.graph = graph;
  }

  /** Gives a stage its handler: one that takes as long as the work says. */
  abstract <E> void handle(Stage<E> stage, Work<E> work);

  abstract void run(Duration time);

  void stop() {}

  /**
   * What a stage does.
   *
   * @param batchNanos that a batch takes besides its events
   * @param begin an event begins, with its batch; how many nanoseconds it takes
   * @param end the event's batch has ended
   */
  record Work<E>(long batchNanos, ToLongFunction<E> begin, Consumer<E> end) {}

  /** In virtual time: takes no time, and comes out the same each time. */
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

  /** In real time, on threads that sleep for as long as the work takes. */
  static Execution sleeping() {
    return new OnThreads(false);
  }

  /** In real time, on threads that keep a core busy for as long as the work takes. */
  static Execution spinning() {
    return new OnThreads(true);
  }

  private static final class OnThreads extends Execution {
    private final boolean spins;
    private long now = System.nanoTime();

    OnThreads(boolean spins) {
      super(new StageGraph(Clock.system()));
      this.spins = spins;
    }

    @Override
    <E> void handle(Stage<E> stage, Work<E> work) {
      stage.handledBy(batch -> handle(batch, work));
    }

    private <E> void handle(Batch<E> batch, Work<E> work) {
      long end = System.nanoTime() + work.batchNanos;
      List<E> taken = new ArrayList<>(batch.remaining());
      while (batch.hasNext()) {
        E event = batch.next();
        taken.add(event);
        end += work.begin.applyAsLong(event);
      }
      await(end, spins);
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

    @Override
    void run(Duration time) {
      now += time.toNanos();
      await(now, false);
    }

    @Override
    void stop() {
      graph.stop(Duration.ofSeconds(10));
    }
  }
}
