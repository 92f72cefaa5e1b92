package arashi.deploy.torture;

import db.migrations.Database;
import db.migrations.EmbeddedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two nodes fold one account's index over a database that is killed, and so are they. */
@Torture
class FoldKillTest {
  /** A database of which no node is the owner, so that it outlives both. */
  private static final EmbeddedServer.Settings DATABASE = EmbeddedServer.Settings.DEFAULT;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(50);

  @Test
  @DisplayName("database and nodes killed while two nodes fold an index")
  void findsWhatAScanFinds(Tally tally) throws Exception {
    Plan.skipIfShort();
    Random random = Plan.random("fold");
    Path folder = Victim.emptyFolder("fold");
    Path data = Files.createDirectories(folder.resolve("database"));
    try (EmbeddedServer server = EmbeddedServer.start(data, DATABASE)) {
      Database database = server.database(1);
      Node.Login login = new Node.Login(database.url(), database.user(), database.password());
      try (Node first = new Node(folder.resolve("first"), login, Folding.SETTINGS).start();
          Node second = new Node(folder.resolve("second"), login, Folding.SETTINGS).start()) {
        new Folding(tally, random, first, second, folder, login::connect)
            .run(Plan.rounds(24, 0), round -> strike(round, data, login, first, second));
      }
    }
  }

  private static void strike(int round, Path data, Node.Login login, Node first, Node second) {
    switch (round % 4) {
      case 1 -> second.restartAfterKill();
      case 3 -> first.restartAfterKill();
      default -> {
        ProcessHandle database = Processes.database(data).orElseThrow();
        database.destroyForcibly();
        Processes.ends(database, Processes.MOMENT);
        awaitServer(login);
      }
    }
  }

  /** Waits for the database: nodes may answer before it is back, from what they had begun. */
  private static void awaitServer(Node.Login login) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        login.connect().close();
        return;
      } catch (SQLException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("no database " + PATIENCE + " after a kill", e);
        }
        LockSupport.parkNanos(BETWEEN.toNanos());
      }
    }
  }
}
