package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * All mails of a folder are moved while the service is killed: each job goes on where it was, ends
 * once, and has moved each mail once. {@code -Darashi.torture.rounds=50} is the long form.
 */
@Torture
class JobKillTest {
  private static final int MAILS = 5_000;
  private static final String USER = "mover@example.org";
  private static final String SETTINGS = "mail.jobs { step = 20, poll = 100 ms }";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration BETWEEN = Duration.ofMillis(100);

  /** Rows of the account and of its newest job. */
  private record State(
      long inbox, long archive, long items, long messages, String job, long changed, long parts) {}

  @Test
  @DisplayName("service killed while a folder is moved")
  void movesEachMailOnce(Tally tally) throws Exception {
    Random random = Plan.random("jobs");
    try (Victim victim = Victim.fresh("jobs", SETTINGS).start()) {
      victim.addUser(USER);
      victim.load(USER, mails(victim.folder().resolve("many.mbox")));
      boolean back = false;
      start(victim, "inbox", "archive");
      for (int round = 0; round < Plan.rounds(20, 4); round++) {
        tally.round();
        Processes.ends(victim.process(), Plan.between(random, 20, 800));
        victim.kill();
        victim.start();
        State state = state(victim);
        audit(state, tally);
        if (!state.job().equals("running")) {
          ended(state, back, tally);
          back = !back;
          start(victim, back ? "archive" : "inbox", back ? "inbox" : "archive");
        }
      }
      ended(awaitEnd(victim), back, tally);
    }
  }

  private static Path mails(Path file) throws IOException {
    StringBuilder mbox = new StringBuilder();
    for (int n = 0; n < MAILS; n++) {
      mbox.append(
              "From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\nSubject: Mail ")
          .append(n)
          .append("\n\nText\n\n");
    }
    return Files.writeString(file, mbox, StandardCharsets.UTF_8);
  }

  private static void start(Victim victim, String from, String to) throws SQLException {
    Visitor visitor = Visitor.signIn(victim.url(), USER, PATIENCE);
    String target = Long.toString(folder(victim, to));
    List<Client.Field> fields = List.of(field("all", "1"), field("to", target));
    visitor.post("/mail/" + folder(victim, from) + "/refile", fields);
  }

  private static long folder(Victim victim, String role) throws SQLException {
    try (Connection c = victim.connect()) {
      return number(c, "SELECT folder FROM folder WHERE role = '" + role + "'" + OF_USER);
    }
  }

  private static final String OF_USER =
      " AND account = (SELECT id FROM account WHERE name = '" + USER + "')";

  private static long number(Connection c, String sql) throws SQLException {
    try (Statement statement = c.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Reads one consistent snapshot while the job runs. */
  private static Statement snapshot(Connection c) throws SQLException {
    Statement statement = c.createStatement();
    statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
    return statement;
  }

  private static State state(Victim victim) throws SQLException {
    try (Connection c = victim.connect();
        Statement statement = snapshot(c);
        ResultSet job =
            statement.executeQuery(
                "SELECT id, state, changed FROM job WHERE TRUE"
                    + OF_USER
                    + " ORDER BY created_at DESC LIMIT 1")) {
      job.next();
      return new State(
          number(c, "SELECT total FROM folder WHERE role = 'inbox'" + OF_USER),
          number(c, "SELECT total FROM folder WHERE role = 'archive'" + OF_USER),
          number(c, "SELECT COUNT(*) FROM item WHERE TRUE" + OF_USER),
          number(c, "SELECT COUNT(DISTINCT message) FROM item WHERE TRUE" + OF_USER),
          job.getString(2),
          job.getLong(3),
          number(c, "SELECT COUNT(*) FROM job_part WHERE job = " + job.getLong(1) + OF_USER));
    }
  }

  private static State awaitEnd(Victim victim) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    State state = state(victim);
    while (state.job().equals("running") && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(BETWEEN.toNanos());
      state = state(victim);
    }
    return state;
  }

  /** Holds at any moment. */
  private static void audit(State state, Tally tally) {
    if (state.items() < MAILS || state.messages() < MAILS) {
      tally.fault(Fault.LOST, state.toString());
    }
    if (state.items() > MAILS) {
      tally.fault(Fault.DOUBLED, state.toString());
    }
    if (state.inbox() + state.archive() != state.items()) {
      tally.fault(Fault.COUNTERS, state.toString());
    }
  }

  private static void ended(State state, boolean back, Tally tally) {
    audit(state, tally);
    tally.acknowledged(state.changed());
    long moved = back ? state.inbox() : state.archive();
    if (!state.job().equals("done") || state.changed() != MAILS || moved != MAILS) {
      tally.fault(Fault.OTHER, "ended with " + state);
    }
  }
}
