package arashi.deploy.torture;

import arashi.deploy.Arashi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The first start is killed while it makes the database and its tables: the next start works. */
@Torture
class FirstStartKillTest {
  /** Tables that a first start makes, roughly; a round strikes when a random number is there. */
  private static final int TABLES = 20;

  private static final int LONGEST_START = 7_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(1);

  @Test
  @DisplayName("first start killed")
  void theNextStartWorks(Tally tally) throws Exception {
    Random random = Plan.random("first start");
    for (int round = 0; round < Plan.rounds(10, 1); round++) {
      tally.round();
      try (Victim victim = Victim.fresh("first-start")) {
        Arashi.Running first = victim.command("run", "--port", "0");
        // every other round strikes within the migration, which is short
        if (round % 2 == 0) {
          awaitTables(victim.data(), 1 + random.nextInt(TABLES), first.handle());
        } else {
          Processes.ends(first.handle(), Plan.between(random, 50, LONGEST_START));
        }
        String signal = random.nextInt(3) == 0 ? "TERM" : "KILL";
        Processes.signal(first.handle(), signal);
        if (!Processes.ends(first.handle(), PATIENCE)) {
          tally.fault(Fault.OTHER, signal + " did not end it in " + PATIENCE);
          first.handle().destroyForcibly();
        }
        first.end();
        victim.countOrphans(tally, signal + " of a first start");
        startAgain(victim, tally);
      }
    }
  }

  private static void startAgain(Victim victim, Tally tally) {
    try {
      victim.start();
      victim.addUser("ada");
      Visitor.signIn(victim.url(), "ada", PATIENCE);
      victim.stop();
    } catch (IllegalStateException | Visitor.TurnedAwayException e) {
      tally.fault(Fault.OTHER, "the start after a kill fails: " + e.getMessage());
    }
  }

  /** Waits until the schema has at least this number of tables, or the process has ended. */
  private static void awaitTables(Path data, int least, ProcessHandle process) throws IOException {
    Path tables = data.resolve("database/data/arashi");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (process.isAlive() && count(tables) < least && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private static long count(Path tables) throws IOException {
    if (!Files.isDirectory(tables)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(tables)) {
      return files.filter(file -> file.toString().endsWith(".ibd")).count();
    }
  }
}
