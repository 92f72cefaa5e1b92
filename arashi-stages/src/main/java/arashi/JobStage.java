package arashi;

import arashi.store.database.BackgroundLoop;
import arashi.store.job.JobLimits;
import arashi.store.job.Jobs;
import java.time.Duration;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/**
 * Background stage that runs the steps of {@link Jobs} on the mail-store pool. A request waits for
 * one step at most.
 */
final class JobStage {
  private static final String NAME = "jobs";

  /** Share of the pool's time under load; it lets a job end on a busy node too. */
  private static final double GUARANTEED_SHARE = 0.05;

  /** Pause between two steps, in which the account's requests get its lock. */
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(5);

  private JobStage() {}

  /** Declares the stage and the timer of its first step. */
  static void declare(StageGraph graph, ThreadDomain storePool, Jobs jobs, JobLimits limits) {
    new BackgroundLoop(NAME, GUARANTEED_SHARE, limits.poll())
        .declare(graph, storePool, () -> jobs.step(limits) ? BETWEEN_STEPS : limits.poll());
  }
}
