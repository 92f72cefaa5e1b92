package arashi;

import arashi.delivery.mailbox.MailboxRules;
import arashi.store.Housekeeping;
import arashi.store.Housekeeping.Next;
import arashi.store.SteadyTime;
import arashi.store.Store;
import arashi.store.database.BackgroundLoop;
import arashi.store.job.JobLimits;
import java.time.Duration;
import java.util.function.Supplier;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/**
 * Background stage that goes through all stored data once an hour. It works in short steps on the
 * mail-store pool, so a request waits for one step at most.
 */
final class HousekeepingStage {
  static final String NAME = "housekeeping";

  /** Share of the pool's time under load; it lets a round end on a busy node too. */
  static final double GUARANTEED_SHARE = 0.02;

  private static final Duration ROUND = Duration.ofHours(1);
  private static final Duration STEP = Duration.ofSeconds(2);

  private static final int ROWS = 100;

  /**
   * Age at which an unreferenced blob is garbage. A blob is stored before its message, by an import
   * long before.
   */
  private static final Duration BLOB_GRACE = Duration.ofDays(1);

  private HousekeepingStage() {}

  /** Declares the stage and the timer of its first step. */
  static void declare(
      StageGraph graph,
      ThreadDomain storePool,
      Store store,
      ChangeLogLimits changes,
      MailboxRules mailboxes,
      JobLimits jobs) {
    Housekeeping housekeeping =
        new Housekeeping(
            store,
            new SteadyTime(graph.clock()),
            new Housekeeping.Limits(
                BLOB_GRACE,
                ROWS,
                changes.rows(),
                mailboxes.once(),
                mailboxes.restorable(),
                jobs.kept()));
    declare(graph, storePool, housekeeping::step);
  }

  /**
   * Declares the stage with any work.
   *
   * @param work one step
   */
  static void declare(StageGraph graph, ThreadDomain storePool, Supplier<Next> work) {
    new BackgroundLoop(NAME, GUARANTEED_SHARE, STEP, ROUND)
        .declare(graph, storePool, () -> pauseBefore(work.get()));
  }

  private static Duration pauseBefore(Next next) {
    return switch (next) {
      case SOON -> STEP;
      case LATER -> ROUND;
    };
  }
}
