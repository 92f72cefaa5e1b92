package arashi.store.database;

import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/**
 * A background stage that works on the database step by step: a request waits for at most one step.
 * One step runs at a time; a timer starts the next.
 *
 * @param name name of the stage
 * @param guaranteedShare share of the pool's time while requests wait, so that the work also
 *     progresses on a busy node
 * @param idle pause before the first step, and after a step that met an outage
 * @param afterFailure pause after a step that failed for another reason
 */
public record BackgroundLoop(
    String name, double guaranteedShare, Duration idle, Duration afterFailure) {
  private static final Logger log = LoggerFactory.getLogger(BackgroundLoop.class);

  /** Creates a loop with the same pause after any failure. */
  public BackgroundLoop(String name, double guaranteedShare, Duration idle) {
    this(name, guaranteedShare, idle, idle);
  }

  /**
   * Declares the stage and the timer of its first step. Call before the graph starts.
   *
   * @param step runs one step, which may block; returns the pause before the next
   */
  public void declare(StageGraph graph, ThreadDomain pool, Supplier<Duration> step) {
    StageConfig config =
        StageConfig.named(name)
            .withQueueCapacity(1)
            .withBatchSize(1)
            .withGuaranteedShare(guaranteedShare);
    Stage<Supplier<Duration>> stage = graph.stage(config, pool);
    stage
        .background()
        .handledBy(
            EventHandler.each(
                work -> {
                  Duration pause = afterFailure;
                  try {
                    pause = work.get();
                  } catch (OutageException e) {
                    pause = idle;
                    log.debug("{} waits: {}", name, e.getMessage());
                  } finally {
                    graph.timers().after(pause, () -> stage.enqueue(work));
                  }
                }))
        .blocking();
    graph.timers().after(idle, () -> stage.enqueue(step));
  }
}
