package arashi.deploy.torture;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The database is frozen under load: requests are refused at once, until it goes on. */
@Torture
class FrozenDatabaseTest {
  /** Far more than a refusal takes, and less than a client that waits for a connection. */
  private static final long SLOW = Duration.ofSeconds(1).toNanos();

  @Test
  @DisplayName("database frozen under load")
  void refusesQuicklyAndLosesNothing(Tally tally) throws Exception {
    Random random = Plan.random("frozen");
    try (Victim victim = Victim.shared().start();
        Load load = new Load(victim, tally, "frozen");
        Pulse pulse = new Pulse(victim, load.user())) {
      for (int round = 0; round < Plan.rounds(4, 1); round++) {
        tally.round();
        ProcessHandle database = victim.database();
        load.begin();
        Processes.ends(database, Plan.between(random, 500, 3_000));
        long frozen = System.nanoTime();
        Processes.signal(database, "STOP");
        Outage.awaitTold(victim, tally);
        Duration since = Duration.ofNanos(System.nanoTime() - frozen);
        Processes.ends(database, Plan.between(random, 22_000, 30_000).minus(since));
        long thawed = System.nanoTime();
        Processes.signal(database, "CONT");
        Outage.awaitBack(victim, pulse, tally, thawed);
        load.end();
        Ledger.AfterFailure after = load.ledger().afterFailure(frozen, thawed, SLOW);
        tally.note(after + ", slow: more than 1 s");
        if (after.slow() * 2 > after.requests()) { // a few may try whether it answers again
          tally.fault(Fault.OTHER, "most requests waited after the first failure: " + after);
        }
        load.audit();
      }
      victim.stop();
      victim.countOrphans(tally, "a stop");
    }
  }
}
