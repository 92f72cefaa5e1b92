package arashi.deploy.torture;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The database is killed under load: the service starts it again, without being started itself. */
@Torture
class DatabaseKillTest {
  @Test
  @DisplayName("database killed under load")
  void comesBackByItselfWithAllThatWasAcknowledged(Tally tally) throws Exception {
    Random random = Plan.random("database");
    try (Victim victim = Victim.shared().start();
        Load load = new Load(victim, tally, "bereft");
        Pulse pulse = new Pulse(victim, load.user())) {
      for (int round = 0; round < Plan.rounds(10, 2); round++) {
        tally.round();
        ProcessHandle database = victim.database();
        load.begin();
        Processes.ends(database, Plan.between(random, 500, 5_000));
        database.destroyForcibly();
        Processes.ends(database, Processes.MOMENT);
        boolean back = Outage.awaitBack(victim, pulse, tally, System.nanoTime());
        load.end();
        if (!back) {
          victim.restart();
        }
        load.audit();
      }
      victim.stop();
      victim.countOrphans(tally, "a stop");
    }
  }
}
