package arashi.deploy.torture;

import arashi.deploy.peer.Postfix;
import arashi.deploy.peer.Sender;
import arashi.deploy.peer.Tap;
import arashi.deploy.peer.TappedMail;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Mail that goes through a Postfix to the accounts of a victim. Each mail has a sender of its own,
 * by which it is known again.
 *
 * <pre>
 *   posted (Postfix has taken it) ─► tapped (Postfix hands it over) ─► acknowledged ─► in the tables
 * </pre>
 *
 * <p>What was posted must be in the tables once, for each recipient, as it was tapped, as soon as
 * Postfix's queue is empty.
 */
final class Mailing implements AutoCloseable {
  private static final int SENDERS = 2;
  private static final int USERS = 3;

  /** Mails that wait in the queue, above which none are posted for a while. */
  private static final int MOST_QUEUED = 200;

  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Duration BETWEEN = Duration.ofMillis(100);

  private static final String SETTINGS =
      """
      virtual_mailbox_domains = example.org
      virtual_transport = lmtp:inet:127.0.0.1:%d
      lmtp_line_length_limit = 0
      lmtp_destination_recipient_limit = 50
      smtpd_relay_restrictions = reject_unauth_destination
      """;

  private final Victim victim;
  private final Tally tally;
  private final String name;
  private final PostedMails mails = new PostedMails();
  private final Tap tap;
  private final Postfix postfix;
  private final AtomicInteger next = new AtomicInteger();
  private final Map<String, List<String>> posted = new ConcurrentHashMap<>();
  private ExecutorService threads;
  private volatile int most;

  /** Adds accounts, which may be done while the victim runs only; {@code lmtp} is its port. */
  Mailing(Victim victim, int lmtp, Tally tally, String name) {
    this.victim = victim;
    this.tally = tally;
    this.name = name;
    for (int n = 0; n < USERS; n++) {
      victim.addUser(user(n));
    }
    tap = new Tap(() -> lmtp);
    postfix = new Postfix(List.of(), SETTINGS.formatted(tap.port()));
  }

  /** An account, which has its name as its address. */
  private String user(int n) {
    return name + "-" + n + "@example.org";
  }

  /** One of the accounts, for a {@link Pulse}. */
  String user() {
    return user(0);
  }

  /** Posts mails until {@link #end}. */
  void begin() {
    begin(Integer.MAX_VALUE);
  }

  private void begin(int mostMails) {
    most = mostMails;
    threads = Executors.newFixedThreadPool(SENDERS);
    for (int n = 0; n < SENDERS; n++) {
      threads.execute(this::post);
    }
  }

  /** Posts each mail that there is, once. */
  void postAll() {
    begin(mails.size());
    join();
  }

  private void post() {
    try (Sender sender = new Sender(postfix.port())) {
      for (int n = next.getAndIncrement(); n < most; n = next.getAndIncrement()) {
        String from = "n" + n + "@sender.example.net";
        List<String> to =
            n % 3 == 0 ? List.of(user(n % USERS), user((n + 1) % USERS)) : List.of(user(n % USERS));
        String reply = sender.send(from, to, mails.mail(n));
        if (reply.startsWith("250")) {
          posted.put(from, to);
        } else {
          tally.note("Postfix refused a mail: " + reply);
        }
        while (most > n && postfix.queued() > MOST_QUEUED) {
          LockSupport.parkNanos(BETWEEN.toNanos());
        }
      }
    }
  }

  /** Posts nothing more. */
  void end() {
    most = 0;
    join();
  }

  private void join() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("a mail is still being posted");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until Postfix has handed over all that it took; then looks at the tables. */
  void audit() throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (postfix.queued() > 0) {
      if (System.nanoTime() - deadline > 0) {
        tally.fault(Fault.OTHER, postfix.queued() + " mails stay in the queue: " + lastDeferral());
        break;
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
    Map<String, byte[]> tapped = new HashMap<>();
    int handedOver = 0;
    for (TappedMail mail : tap.mails()) {
      tapped.put(mail.sender(), mail.content());
      handedOver++;
    }
    tally.note(posted.size() + " mails, handed over " + handedOver + " times");
    try (Connection connection = victim.connect()) {
      for (int n = 0; n < USERS; n++) {
        audit(connection, user(n), tapped);
      }
    }
  }

  private String lastDeferral() {
    return postfix
        .log()
        .lines()
        .filter(line -> line.contains("status=deferred"))
        .reduce("", (first, last) -> last);
  }

  private void audit(Connection connection, String user, Map<String, byte[]> tapped)
      throws SQLException {
    Auditor auditor = new Auditor(connection, user);
    Map<String, List<byte[]>> stored = new HashMap<>();
    auditor.eachDelivered(
        (sender, raw) -> stored.computeIfAbsent(sender, unused -> new ArrayList<>()).add(raw));
    posted.forEach(
        (sender, recipients) -> {
          if (recipients.contains(user)) {
            compare(user, sender, stored.getOrDefault(sender, List.of()), tapped.get(sender));
          }
        });
    for (String sender : stored.keySet()) {
      if (!posted.containsKey(sender)) {
        tally.fault(Fault.OTHER, user + " has a mail of " + sender + ", which was not posted");
      }
    }
    auditor.checkRows(tally);
  }

  private void compare(String user, String sender, List<byte[]> found, byte[] tapped) {
    if (found.isEmpty()) {
      tally.fault(Fault.LOST, "the mail of " + sender + " is not with " + user);
      return;
    }
    if (found.size() > 1) {
      tally.fault(Fault.DOUBLED, user + " has " + found.size() + " mails of " + sender);
    }
    if (!Arrays.equals(found.get(0), tapped)) {
      tally.fault(Fault.OTHER, "the mail of " + sender + " has other bytes with " + user);
    }
    tally.acknowledged(1);
  }

  @Override
  public void close() {
    most = 0;
    if (threads != null) {
      threads.shutdownNow();
    }
    postfix.close();
    tap.close();
  }
}
