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
 * A stage that works on the database step by step, in the background of a pool: a request waits for
 * one step at most. One step runs at a time; a timer starts the next.
 *
 * @param name of the stage
 * @param guaranteedShare of the pool's time while requests wait, so that the work ends on a busy
 *     node too
 * @param idle the pause before the first step, and after one that found the database out
 * @param afterFailure the pause after a step that failed for another reason
 */
public record BackgroundLoop(
    String name, double guaranteedShare, Duration idle, Duration afterFailure) {
  private static final Logger log = LoggerFactory.getLogger(BackgroundLoop.class);

  /** A loop that pauses as long after any failure. */
  public BackgroundLoop(String name, double guaranteedShare, Duration idle) {
    this(name, guaranteedShare, idle, idle);
  }

  /**
   * Declares the stage and the timer of its first step; before the graph starts.
   *
   * @param step does one step, which may block; gives the pause before the next
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
