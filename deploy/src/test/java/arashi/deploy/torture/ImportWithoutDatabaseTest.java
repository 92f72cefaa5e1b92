package arashi.deploy.torture;

import arashi.deploy.Arashi;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The database is killed during an import: the import waits or says so, and can be done again. */
@Torture
class ImportWithoutDatabaseTest {
  private static final int MAILS = 6_000;
  private static final int TEXT_BYTES = 300;
  private static final Duration PATIENCE = Duration.ofSeconds(100);

  @Test
  @DisplayName("database killed during an import")
  void goesOnWhereItStopped(Tally tally) throws Exception {
    Random random = Plan.random("database of an import");
    try (Victim victim = Victim.shared().start()) {
      for (int round = 0; round < Plan.rounds(6, 1); round++) {
        tally.round();
        Import mails = new Import(victim, tally, "waiting" + round, MAILS, TEXT_BYTES);
        try (Pulse pulse = new Pulse(victim, mails.user())) {
          Arashi.Running importing = mails.begin();
          ProcessHandle database = victim.database();
          mails.awaitFirst();
          Processes.ends(importing.handle(), Plan.between(random, 0, 2_000));
          database.destroyForcibly();
          Processes.ends(database, Processes.MOMENT);
          boolean back = Outage.awaitBack(victim, pulse, tally, System.nanoTime());
          Arashi.Outcome outcome = end(importing, tally);
          if (!back) {
            victim.restart();
          }
          mails.compare(outcome);
          mails.finish();
          mails.audit();
        }
      }
    }
  }

  /** Outcome of an import; it may have ended before the kill, or have waited for the database. */
  private static Arashi.Outcome end(Arashi.Running importing, Tally tally) {
    if (!Processes.ends(importing.handle(), PATIENCE)) {
      tally.fault(Fault.OTHER, "the import still runs " + PATIENCE + " after the kill");
      importing.handle().destroyForcibly();
    }
    Arashi.Outcome outcome = importing.end();
    if (outcome.exit() != 0) {
      String last = Import.lastLine(outcome);
      tally.note("the import said: " + last);
      if (!last.contains("database") || !last.contains("repeat the import to continue")) {
        tally.fault(Fault.OTHER, "the import does not say what happened: " + last);
      }
    }
    return outcome;
  }
}
