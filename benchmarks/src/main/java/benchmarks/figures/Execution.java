package benchmarks.figures;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Where a scenario is played. One graph, used once. */
interface Execution {

  /** The graph on which the scenario declares its pools and stages. */
  StageGraph graph();

  /** Gives a stage its handler: one that takes as long as the work says. */
  <E> void handle(Stage<E> stage, Work<E> work);

  void run(Duration time);

  void stop();

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
    return new Simulated();
  }

  /** In real time, on threads that sleep for as long as the work takes. */
  static Execution sleeping() {
    return new OnThreads(
        deadline -> {
          for (long left = deadline - System.nanoTime();
              left > 0;
              left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
          }
        });
  }

  /** In real time, on threads that keep a core busy for as long as the work takes. */
  static Execution spinning() {
    return new OnThreads(
        deadline -> {
          while (System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
          }
        });
  }

  final class Simulated implements Execution {
    private final Simulation simulation = new Simulation();
    private final StageGraph graph = simulation.graph();

    private Simulated() {}

    @Override
    public StageGraph graph() {
      return graph;
    }

    @Override
    public <E> void handle(Stage<E> stage, Work<E> work) {
      simulation.serviceTime(stage, work.batchNanos(), work.begin());
      stage.handledBy(EventHandler.each(work.end()::accept));
    }

    @Override
    public void run(Duration time) {
      simulation.run(time);
    }

    @Override
    public void stop() {}
  }

  final class OnThreads implements Execution {
    private final StageGraph graph = new StageGraph(Clock.system());
    private final LongConsumer waitUntil;
    private long now = System.nanoTime();

    private OnThreads(LongConsumer waitUntil) {
      this.waitUntil = waitUntil;
    }

    @Override
    public StageGraph graph() {
      return graph;
    }

    @Override
    public <E> void handle(Stage<E> stage, Work<E> work) {
      stage.handledBy(batch -> handle(batch, work));
    }

    private <E> void handle(Batch<E> batch, Work<E> work) {
      long end = System.nanoTime() + work.batchNanos();
      List<E> taken = new ArrayList<>(batch.remaining());
      while (batch.hasNext()) {
        E event = batch.next();
        taken.add(event);
        end += work.begin().applyAsLong(event);
      }
      waitUntil.accept(end);
      taken.forEach(work.end());
    }

    @Override
    public void run(Duration time) {
      now += time.toNanos();
      for (long left = now - System.nanoTime(); left > 0; left = now - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }

    @Override
    public void stop() {
      graph.stop(Duration.ofSeconds(10));
    }
  }
}
