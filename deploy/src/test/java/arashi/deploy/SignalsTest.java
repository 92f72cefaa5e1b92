package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.service.ExitCode;
import db.migrations.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ends each command at random moments of its life, by SIGTERM and by SIGKILL in turn: no database
 * is left, and the next start works. With {@code -Darashi.torture=true} at 20 moments each, else at
 * one; {@code -Darashi.seed} repeats a run.
 */
class SignalsTest {
  private static final ProductData DATA = ProductData.of("signals");
  private static final int MOMENTS = Boolean.getBoolean("arashi.torture") ? 20 : 1;
  private static final long SEED = Long.getLong("arashi.seed", System.nanoTime());
  private static final int MAILS = 1_500;
  private static final int KILLED = 137;

  /** A service or a router is ended in its second second at the latest. */
  private static final Duration SERVING = Duration.ofSeconds(1);

  @TempDir private static Path folder;

  private final Random random = new Random(SEED);

  @BeforeAll
  static void writeMails() throws IOException {
    Mails.writeMbox(folder.resolve("list.mbox"), MAILS);
  }

  @AfterAll
  static void deleteData() {
    DATA.delete();
  }

  @Test
  void importLeavesNoDatabase() throws IOException {
    forgetData();
    DATA.addUser("ada");
    List<String> load =
        DATA.command("import", "--user", "ada", folder.resolve("list.mbox").toString());

    endAtRandomMoments(load, null, false, 0, 143);

    Arashi.Outcome complete = Arashi.run(load);
    assertThat(complete.exit()).as(complete.toString()).isZero();
  }

  @Test
  void userLeavesNoDatabase() throws IOException {
    endAtRandomMoments(DATA.command("user", "list"), null, true, 0, 143);
  }

  @Test
  void runLeavesNoDatabase() throws IOException {
    endAtRandomMoments(DATA.command("run", "--port", "0"), "Arashi is at", true, 0);
  }

  @Test
  void haboobExitsAsDocumented() throws IOException {
    String root = folder.toString();
    List<String> haboob = List.of("haboob", "--port", "0", "--root", root);
    endAtRandomMoments(haboob, "Haboob is at", false, 0);
  }

  @Test
  void gnutellaExitsAsDocumented() throws IOException {
    Path config = folder.resolve("gnutella.conf");
    Files.writeString(config, "catcher.file = \"" + folder.resolve("hosts") + "\"");
    List<String> gnutella =
        List.of("gnutella", "--host", "127.0.0.1", "--port", "0", "--status-port", "0");
    List<String> all = new ArrayList<>(gnutella);
    all.addAll(List.of("--config", config.toString()));
    endAtRandomMoments(all, "Status is at", false, 0);
  }

  /**
   * Measures one life of the command, then ends it by signals.
   *
   * @param ready a line of a command that serves until it is stopped, or null
   * @param freshly makes the first data again at some of the moments
   * @param codes exit codes that are allowed once the command has begun
   */
  private void endAtRandomMoments(
      List<String> command, String ready, boolean freshly, Integer... codes) throws IOException {
    Duration life = life(command, ready);
    for (int n = 0; n < MOMENTS; n++) {
      for (boolean orderly : new boolean[] {true, false}) {
        // Kills during a migration, which the first start makes, are another test's.
        boolean fresh = freshly && orderly && random.nextBoolean();
        if (fresh) {
          forgetData();
        }
        Duration moment = Duration.ofNanos((long) (life.toNanos() * random.nextDouble()));
        String what =
            "%s %s after %s, seed %d"
                .formatted(command.get(0), orderly ? "SIGTERM" : "SIGKILL", moment, SEED);
        try (Arashi.Running running = Arashi.start(command)) {
          boolean over = running.endsWithin(moment);
          Arashi.Outcome outcome = orderly ? running.stop() : running.killed();
          List<Integer> allowed = allowed(over, orderly, outcome, codes);
          assertThat(allowed).as(what + ": " + outcome).contains(outcome.exit());
          DATA.awaitDatabasesEnded();
        }
        if (fresh) {
          life(command, ready);
        }
      }
    }
    DATA.awaitDatabasesEnded();
    life(command, ready);
    assertThat(DATA.databases()).isEmpty();
  }

  private static List<Integer> allowed(
      boolean over, boolean orderly, Arashi.Outcome outcome, Integer... codes) {
    if (over) {
      return List.of(ExitCode.DONE);
    }
    if (!orderly) {
      return List.of(KILLED, ExitCode.DONE);
    }
    List<Integer> allowed = new ArrayList<>(List.of(codes));
    if (outcome.out().isEmpty()) { // the signal came before the command began
      allowed.add(ExitCode.STOPPED);
    }
    return allowed;
  }

  /** Returns the duration of a command, or a little more than its start if it serves. */
  private static Duration life(List<String> command, String ready) {
    long begin = System.nanoTime();
    try (Arashi.Running running = Arashi.start(command)) {
      if (ready != null) {
        running.await(ready);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      Arashi.Outcome outcome = ready == null ? running.end() : running.stop();
      assertThat(outcome.exit()).as(outcome.toString()).isZero();
      return ready == null ? Duration.ofNanos(System.nanoTime() - begin) : took.plus(SERVING);
    }
  }

  private static void forgetData() {
    DATA.awaitDatabasesEnded();
    ScratchDirectory.delete(DATA.database().resolve("data"));
  }
}
