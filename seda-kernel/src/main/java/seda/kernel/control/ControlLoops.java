package seda.kernel.control;

import java.time.Duration;
import seda.kernel.Stage;
import seda.kernel.Timers;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/**
 * Runs controllers: once per period it observes, calls the controller and applies the result. It
 * uses the graph's timers, so it follows the monotonic clock and also runs without arrivals. Pools
 * and stages that {@link seda.kernel.graph.Overrides} control are skipped.
 */
public final class ControlLoops {
  private static final Timers.Handle OVERRIDDEN = () -> false;

  private ControlLoops() {}

  /** Starts the control of a pool's size. Cancel the handle to stop it. */
  public static Timers.Handle size(
      StageGraph graph, WorkerPool pool, PoolSizing sizing, Duration period) {
    if (graph.overrides().controls(pool)) {
      return OVERRIDDEN;
    }
    return graph.timers().every(period, () -> pool.resize(sizing.next(pool.observe())));
  }

  /** Starts the control of a stage's batch limit. Cancel the handle to stop it. */
  public static Timers.Handle batch(
      StageGraph graph, Stage<?> stage, BatchSizing sizing, Duration period) {
    if (graph.overrides().controls(stage)) {
      return OVERRIDDEN;
    }
    return graph.timers().every(period, () -> stage.batchLimit(sizing.next(stage.observe())));
  }
}
