package seda.kernel.control;

import java.time.Duration;
import seda.kernel.Stage;
import seda.kernel.Timers;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/**
 * Applies controllers: observes, asks, sets, once a period, on the graph's timers and so on its
 * monotonic clock, whether events arrive or not. A pool or stage that {@link
 * seda.kernel.graph.Overrides} control is left to them.
 */
public final class ControlLoops {
  private static final Timers.Handle OVERRIDDEN = () -> false;

  private ControlLoops() {}

  /** Lets a controller size a pool. Cancel the handle to stop it. */
  public static Timers.Handle size(
      StageGraph graph, WorkerPool pool, PoolSizing sizing, Duration period) {
    if (graph.overrides().controls(pool)) {
      return OVERRIDDEN;
    }
    return graph.timers().every(period, () -> pool.resize(sizing.next(pool.observe())));
  }

  /** Lets a controller set a stage's batches. Cancel the handle to stop it. */
  public static Timers.Handle batch(
      StageGraph graph, Stage<?> stage, BatchSizing sizing, Duration period) {
    if (graph.overrides().controls(stage)) {
      return OVERRIDDEN;
    }
    return graph.timers().every(period, () -> stage.batchLimit(sizing.next(stage.observe())));
  }
}
