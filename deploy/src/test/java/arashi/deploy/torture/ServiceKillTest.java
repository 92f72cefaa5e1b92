package arashi.deploy.torture;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The service is killed under load: acknowledged changes are in the tables, and it starts again.
 */
@Torture
class ServiceKillTest {
  @Test
  @DisplayName("service killed under load")
  void losesNothingThatTheServiceAcknowledged(Tally tally) throws Exception {
    Random random = Plan.random("service");
    try (Victim victim = Victim.shared().start();
        Load load = new Load(victim, tally, "killed");
        Pulse pulse = new Pulse(victim, load.user())) {
      for (int round = 0; round < Plan.rounds(10, 2); round++) {
        tally.round();
        load.begin();
        Processes.ends(victim.process(), Plan.between(random, 500, 5_000));
        victim.kill();
        if (round % 2 == 1) { // in the other rounds it is started while the database may still run
          victim.countOrphans(tally, "kill -9 of the service");
        }
        long begin = System.nanoTime();
        victim.start();
        tally.recovered(pulse.awaitBack(begin));
        load.end();
        load.audit();
      }
      victim.stop();
      victim.countOrphans(tally, "a stop");
    }
  }

  /** The same for a signal that lets it stop in order. */
  @Test
  @DisplayName("service stopped by SIGTERM under load")
  void losesNothingWhenItIsStopped(Tally tally) throws Exception {
    Plan.skipIfShort();
    Random random = Plan.random("stop");
    try (Victim victim = Victim.shared().start();
        Load load = new Load(victim, tally, "stopped");
        Pulse pulse = new Pulse(victim, load.user())) {
      for (int round = 0; round < Plan.rounds(4, 0); round++) {
        tally.round();
        load.begin();
        Processes.ends(victim.process(), Plan.between(random, 500, 3_000));
        victim.process().destroy();
        if (!Processes.ends(victim.process(), Duration.ofSeconds(60))) {
          tally.fault(Fault.OTHER, "SIGTERM did not end the service");
        }
        victim.countOrphans(tally, "SIGTERM of the service");
        long begin = System.nanoTime();
        victim.start();
        tally.recovered(pulse.awaitBack(begin));
        load.end();
        load.audit();
      }
    }
  }
}
