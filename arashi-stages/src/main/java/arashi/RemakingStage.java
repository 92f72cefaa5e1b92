package arashi;

import arashi.store.database.BackgroundLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/**
 * Background stage that parses mail of an older parser again. It works in steps on the mail-store
 * pool, so a request waits for one step at most.
 */
final class RemakingStage {
  static final String NAME = "remaking";

  /** Share of the pool's time under load; it lets the work end on a busy node too. */
  static final double GUARANTEED_SHARE = 0.02;

  /** Pause between two looks for old mail; also after a failure. */
  static final Duration IDLE = Duration.ofSeconds(10);

  private RemakingStage() {}

  /**
   * Declares the stage and the timer of its first step.
   *
   * @param work one step; true if another should follow soon
   * @param pause time between two such steps
   */
  static void declare(
      StageGraph graph, ThreadDomain storePool, Duration pause, BooleanSupplier work) {
    new BackgroundLoop(NAME, GUARANTEED_SHARE, IDLE)
        .declare(graph, storePool, () -> work.getAsBoolean() ? pause : IDLE);
  }
}
