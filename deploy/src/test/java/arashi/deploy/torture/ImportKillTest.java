package arashi.deploy.torture;

import arashi.deploy.Arashi;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An import is killed again and again: importing the same once more ends with each mail once. */
@Torture
class ImportKillTest {
  private static final int MAILS = 3_000;
  private static final int TEXT_BYTES = 300;

  @Test
  @DisplayName("import killed beside a service under load")
  void bringsEachMailOnceBesideAService(Tally tally) throws Exception {
    int kills = Plan.rounds(3, 1);
    Random random = Plan.random("import");
    try (Victim victim = Victim.shared().start();
        Load load = new Load(victim, tally, "beside")) {
      for (int round = 0; round < Plan.rounds(6, 1); round++) {
        tally.round();
        Import mails = new Import(victim, tally, "import" + round, MAILS, TEXT_BYTES);
        load.begin();
        for (int kill = 0; kill < kills; kill++) {
          kill(mails.begin(), random);
        }
        mails.finish();
        load.end();
        mails.audit();
        load.audit();
      }
      victim.stop();
      victim.countOrphans(tally, "a stop");
    }
  }

  @Test
  @DisplayName("import killed without a service")
  void bringsEachMailOnceAndLeavesNoDatabaseBehind(Tally tally) throws Exception {
    Plan.skipIfShort();
    int kills = Plan.rounds(3, 1);
    Random random = Plan.random("alone");
    try (Victim victim = Victim.shared().start()) {
      for (int round = 0; round < Plan.rounds(4, 0); round++) {
        tally.round();
        Import mails = new Import(victim, tally, "alone" + round, MAILS, TEXT_BYTES);
        victim.stop();
        for (int kill = 0; kill < kills; kill++) {
          kill(mails.begin(), random);
          victim.countOrphans(tally, "kill -9 of an import");
        }
        mails.finish();
        victim.countOrphans(tally, "an import that ended");
        victim.start();
        mails.audit();
      }
    }
  }

  private static void kill(Arashi.Running importing, Random random) {
    Processes.ends(importing.handle(), Plan.between(random, 500, 5_000));
    importing.handle().destroyForcibly();
    importing.end();
  }
}
