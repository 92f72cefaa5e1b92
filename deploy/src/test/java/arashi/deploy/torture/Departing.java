package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Answer;
import arashi.deploy.Client.Field;
import arashi.deploy.peer.RecordingRelay;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A user writes mails that leave through a relay, and sends each form again until it is answered,
 * as people do.
 *
 * <pre>
 *   posted (acknowledged) ─► outbox ─► RecordingRelay (taken)      audit compares the three
 * </pre>
 *
 * <p>Each mail that was acknowledged must have reached each of its recipients with the same bytes:
 * once, or more often where its row is marked as in doubt.
 */
final class Departing implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration BETWEEN = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final String ELSEWHERE = "@elsewhere.example.net";

  private final String user;
  private final Supplier<URI> at;
  private final Tally tally;
  private final RecordingRelay relay;
  private Visitor visitor;
  private URI signedInAt;
  private Thread thread;
  private volatile boolean ends;
  private volatile int posted;

  /**
   * Writes as a user who exists.
   *
   * @param at where the service is at this moment
   */
  Departing(String user, Supplier<URI> at, RecordingRelay relay, Tally tally) {
    this.user = user;
    this.at = at;
    this.relay = relay;
    this.tally = tally;
  }

  /** Lines of a configuration by which mail leaves quickly, and comes back from a dead node. */
  static String[] settings(RecordingRelay relay) {
    return new String[] {
      "mail.relay = \"smtp://127.0.0.1:" + relay.port() + "\"",
      "mail.outbox.hold = 0 s",
      "mail.outbox.poll = 50 ms",
      "mail.outbox.first-retry = 200 ms",
      "mail.outbox.longest-retry = 1 s",
      "mail.outbox.connect-timeout = 2 s",
      "mail.outbox.answer-timeout = 3 s",
      "mail.outbox.lease = 63 s",
      "mail.outbox.recipients-an-hour = 100000"
    };
  }

  /** Posts mails one after another, until {@link #end}; may begin again then. */
  void begin() {
    ends = false;
    thread =
        new Thread(
            () -> {
              while (!ends) {
                post();
              }
            },
            "departing mails");
    thread.setDaemon(true);
    thread.start();
  }

  /** Posts only until there are {@code least} mails. */
  void end(int least) throws InterruptedException {
    ends = true;
    if (thread != null) {
      thread.join(LONGEST.toMillis());
    }
    while (posted < least) {
      post();
    }
  }

  private static String subject(int n) {
    return "Departing " + n + ".";
  }

  private List<String> recipients(int n) {
    List<String> recipients = new ArrayList<>(List.of(name(n, "a")));
    if (n % 3 == 0) {
      recipients.addAll(List.of(name(n, "b"), name(n, "c")));
    }
    return recipients;
  }

  private String name(int n, String which) {
    return user.replace('@', '-') + "." + n + which + ELSEWHERE;
  }

  /** Posts the next mail; comes back when it is acknowledged. */
  void post() {
    int n = posted;
    List<Field> form =
        List.of(
            field("key", user.replaceAll("[^a-z0-9]", "-") + "-" + n),
            field("draft", ""),
            field("version", "0"),
            field("from", user),
            field("to", String.join(", ", recipients(n))),
            field("subject", subject(n)),
            field("text", "Mail " + n + "\n.\n" + "It boils. ".repeat(500)));
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!isTaken(n, form)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("mail " + n + " was never answered");
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
    posted = n + 1;
    tally.acknowledged(1);
  }

  private boolean isTaken(int n, List<Field> form) {
    try {
      if (visitor == null || !at.get().equals(signedInAt)) {
        signedInAt = at.get();
        visitor = Visitor.signIn(signedInAt, user, PATIENCE);
      }
      Answer answer = visitor.post("/send", form);
      if (answer.status() == 504) {
        tally.inDoubt();
      } else if (answer.status() != 303 && answer.status() != 503) {
        tally.fault(Fault.OTHER, "mail " + n + " was answered with " + answer.status());
        visitor = null;
      }
      return answer.status() == 303;
    } catch (UncheckedIOException | Visitor.TurnedAwayException e) {
      tally.inDoubt();
      visitor = null;
      return false;
    }
  }

  /** Waits until no mail waits any more; then compares. */
  void audit(Connection connection) throws SQLException {
    Auditor auditor = new Auditor(connection, user);
    awaitDone(connection);
    Map<String, String> states = new HashMap<>();
    Map<String, Boolean> doubtful = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT address, state, maybe_twice FROM outbox_recipient WHERE account = "
                    + auditor.account())) {
      while (rows.next()) {
        states.put(rows.getString(1), rows.getString(2));
        doubtful.put(rows.getString(1), rows.getBoolean(3));
      }
    }
    Map<String, List<byte[]>> arrived = new HashMap<>();
    for (RecordingRelay.Taken mail : relay.taken()) {
      for (String recipient : mail.recipients()) {
        arrived.computeIfAbsent(recipient, unused -> new ArrayList<>()).add(mail.content());
      }
    }
    int twice = 0;
    Map<String, List<Auditor.Row>> items = auditor.items();
    long sent = auditor.folder("sent");
    for (int n = 0; n < posted; n++) {
      for (String recipient : recipients(n)) {
        List<byte[]> copies = arrived.getOrDefault(recipient, List.of());
        boolean inDoubt = doubtful.getOrDefault(recipient, false);
        compare(recipient, copies, inDoubt);
        if (!"sent".equals(states.get(recipient))) {
          tally.fault(Fault.OTHER, recipient + " is " + states.get(recipient) + ", not sent");
        }
        twice += inDoubt && copies.size() > 1 ? 1 : 0;
      }
      List<Auditor.Row> filed = items.getOrDefault(subject(n), List.of());
      if (filed.size() != 1 || filed.get(0).place().folder() != sent) {
        tally.fault(Fault.COUNTERS, subject(n) + " is not once in Sent, but at " + filed);
      }
    }
    tally.note(posted + " mails; " + twice + " recipients got one twice, and its row says so");
    auditor.checkRows(tally);
  }

  private void compare(String recipient, List<byte[]> copies, boolean inDoubt) {
    if (copies.isEmpty()) {
      tally.fault(Fault.LOST, "nothing came to " + recipient);
      return;
    }
    if (copies.size() > 1 && !inDoubt) {
      tally.fault(Fault.DOUBLED, copies.size() + " mails came to " + recipient + ", unsaid");
    }
    if (!copies.stream().allMatch(copy -> Arrays.equals(copy, copies.get(0)))) {
      tally.fault(Fault.OTHER, "the mails that came to " + recipient + " differ");
    }
  }

  /** Waits until each mail is sent, or counts those that are not. */
  void awaitDone(Connection connection) throws SQLException {
    long account = new Auditor(connection, user).account();
    long deadline = System.nanoTime() + LONGEST.toNanos();
    for (long left = left(connection, account); left > 0; left = left(connection, account)) {
      if (System.nanoTime() - deadline > 0) {
        tally.fault(Fault.OTHER, left + " mails still wait");
        return;
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private static long left(Connection connection, long account) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM outbox WHERE state NOT IN ('sent', 'failed') AND account = "
                    + account)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() {
    ends = true;
  }
}
