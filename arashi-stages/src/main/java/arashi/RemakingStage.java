package arashi;

import arashi.store.database.OutageException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/**
 * Reads mail anew that an older parser has read. It runs in steps in the background of the
 * mail-store pool, so a request waits for one step at most.
 */
final class RemakingStage {
  private static final Logger log = LoggerFactory.getLogger(RemakingStage.class);

  static final String NAME = "remaking";

  /** Share of the pool's time while requests wait: it ends on a busy node too. */
  static final double GUARANTEED_SHARE = 0.02;

  /** Between two looks for old mail; also after a failure. */
  static final Duration IDLE = Duration.ofSeconds(10);

  private RemakingStage() {}

  /**
   * Declares the stage, and the timer of its first step.
   *
   * @param work one step; true if another should follow soon
   * @param pause before that
   */
  static void declare(
      StageGraph graph, ThreadDomain storePool, Duration pause, BooleanSupplier work) {
    StageConfig config =
        StageConfig.named(NAME)
            .withQueueCapacity(1)
            .withBatchSize(1)
            .withGuaranteedShare(GUARANTEED_SHARE);
    Stage<BooleanSupplier> stage = graph.stage(config, storePool);
    stage
        .background()
        .handledBy(
            EventHandler.each(
                step -> {
                  Duration next = IDLE; // after a failure, too
                  try {
                    next = step.getAsBoolean() ? pause : IDLE;
                  } catch (OutageException e) {
                    log.debug("the reading of old mail waits: {}", e.getMessage());
                  } finally {
                    graph.timers().after(next, () -> stage.enqueue(step));
                  }
                }))
        .blocking();
    graph.timers().after(IDLE, () -> stage.enqueue(work));
  }
}
