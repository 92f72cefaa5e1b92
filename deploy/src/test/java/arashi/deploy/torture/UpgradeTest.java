package arashi.deploy.torture;

import arashi.deploy.torture.Upgrade.Step;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A directory of an older release is taken over while a person reads, and though service and
 * database are killed. {@code -Darashi.torture.directory=DIR} names one that such a release wrote,
 * with a user {@code reader} whose password is {@link Victim#PASSWORD}.
 */
@Torture
class UpgradeTest {
  /** What a mail takes to be taken over, roughly: kills are spread over the whole. */
  private static final double MILLIS_OF_MAIL = 1.5;

  private static final int LEAST_PAUSE = 300;
  private static final int LONGEST_START = 4_000;
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(20);

  @Test
  @DisplayName("upgrade beside a reader")
  void servesWhileItTakesOver(Tally tally) throws Exception {
    tally.round();
    Random random = Plan.random("upgrade");
    try (Upgrade upgrade = Upgrade.prepare("upgrade", random, tally)) {
      Victim victim = upgrade.victim();
      long begin = System.nanoTime();
      victim.start();
      tally.note("it served after " + since(begin) + ": " + upgrade.migrations());
      try (Reader reader =
          new Reader(victim::url, Upgrade.USER, upgrade.before().scan(), random, tally)) {
        upgrade.await(Step.LINKS);
        String index = since(begin);
        reader.report("until the index was there, " + index);
        upgrade.await(Step.FOLDS);
        String links = since(begin);
        upgrade.await(Step.DONE);
        reader.report("until links were there, " + links + ", and folds, " + since(begin));
      }
      upgrade.check();
      victim.stop();
      victim.countOrphans(tally, "a stop");
    }
  }

  private static String since(long begin) {
    return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begin) / 1e9);
  }

  @Test
  @DisplayName("upgrade killed at random moments")
  void endsWholeHoweverOftenItIsKilled(Tally tally) throws Exception {
    Random random = Plan.random("killed upgrade");
    int kills = Plan.rounds(50, 4);
    try (Upgrade upgrade = Upgrade.prepare("killed-upgrade", random, tally)) {
      Victim victim = upgrade.victim();
      double whole = MILLIS_OF_MAIL * upgrade.before().mails();
      int longest = Math.max(LEAST_PAUSE, (int) (2 * whole / kills));
      Map<Step, Integer> struck = new EnumMap<>(Step.class);
      for (int kill = 0; kill < kills; kill++) {
        tally.round();
        boolean early = random.nextInt(4) == 0;
        start(victim, !early);
        int most = early ? LONGEST_START : longest;
        Processes.ends(victim.process(), Plan.between(random, 0, most));
        struck.merge(upgrade.step(), 1, Integer::sum);
        strike(victim, random.nextBoolean());
      }
      start(victim, true);
      upgrade.await(Step.DONE);
      start(victim, true); // the database may be back before the service knows
      upgrade.check();
      tally.note("killed in these steps: " + struck);
      victim.stop();
      victim.countOrphans(tally, "a stop");
    }
  }

  /** Begins to start the service, if it has ended, and waits until it serves if that is wanted. */
  private static void start(Victim victim, boolean ready) {
    long deadline = System.nanoTime() + READY.toNanos();
    do {
      if (!victim.isRunning()) {
        victim.begin();
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    } while (ready && !victim.serves() && System.nanoTime() - deadline < 0);
  }

  /** Kills the database, if it runs, or the service, with which the database ends. */
  private static void strike(Victim victim, boolean isDatabase) {
    Optional<ProcessHandle> database = Processes.database(victim.data());
    if (isDatabase && database.isPresent()) {
      database.get().destroyForcibly();
      Processes.ends(database.get(), Processes.MOMENT);
    } else {
      victim.kill();
    }
  }
}
