package arashi.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.mailbox.MailboxRules;
import arashi.delivery.mailbox.StoreMailboxes;
import arashi.ingest.Intake;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.draft.SaveResult;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Order;
import arashi.store.outbox.Claim;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import arashi.store.outbox.SubmitResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import seda.kernel.Clock;

/**
 * A store on a fresh database, two accounts, a scripted relay, and senders, in virtual time.
 * Everything runs on the test's thread.
 */
final class OutboxFixture implements AutoCloseable {
  static final String HOST = "mx.example.org";
  static final String ADA = "ada@example.org";
  static final String BOB = "bob@example.org";

  final StoreFixture stored = new StoreFixture();
  final Store store = stored.store;
  final ScriptedRelay relay = new ScriptedRelay();
  final OutboxConfig config = config(relay.port());
  final Intake intake =
      new Intake(
          new MailParser(MimeLimits.DEFAULT),
          new TermExtractor(TermLimits.DEFAULT),
          Clock.system());
  final Submission submission = new Submission(store, intake, config, stored.time);
  final long ada = stored.account();
  final long bob = stored.account();
  private final AtomicInteger keys = new AtomicInteger();
  private final AtomicInteger leases = new AtomicInteger();

  OutboxFixture() throws IOException {
    store.people().addressEdit().addDomain("example.org");
    store.people().addressEdit().give(ada, Address.parse(ADA), Tombstone.RESPECT);
    store.people().addressEdit().give(bob, Address.parse(BOB), Tombstone.RESPECT);
  }

  static OutboxConfig config(int port) {
    return config(port, Duration.ofMinutes(1), Duration.ofMinutes(2));
  }

  static OutboxConfig config(int port, Duration answerTimeout, Duration lease) {
    return new OutboxConfig(
        Optional.of(new RelayConfig(false, "127.0.0.1", port, Optional.empty(), "")),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofHours(4),
        Duration.ofDays(5),
        100,
        2,
        Duration.ofSeconds(1),
        Duration.ofSeconds(20),
        answerTimeout,
        Duration.ofSeconds(30),
        3,
        lease,
        1 << 20);
  }

  /** Returns a node's sender over a store; each node has its own. */
  Sending sender(Store of) {
    return sender(of, config);
  }

  Sending sender(Store of, OutboxConfig by) {
    return sender(of, by, new SmtpRelay(by.relay().orElseThrow(), by, HOST, stored.time));
  }

  Sending sender(Store of, OutboxConfig by, Relay through) {
    return new Sending(
        of,
        intake,
        by,
        new LocalHandover(new StoreMailboxes(of, intake, MailboxRules.DEFAULT, HOST), HOST),
        Optional.of(through),
        stored.time,
        () -> "lease-" + leases.incrementAndGet(),
        HOST);
  }

  void pass(Duration time) {
    stored.now.updateAndGet(now -> now.plus(time));
  }

  /** Saves a draft and returns its id. */
  long draft() {
    SaveResult saved =
        store
            .outgoing()
            .drafts()
            .save(ada, "key-" + keys.incrementAndGet(), 0, "typed".getBytes(UTF_8), List.of());
    return ((SaveResult.Saved) saved).id();
  }

  static byte[] raw(String text, String... recipients) {
    return ("From: Ada <ada@example.org>\r\nTo: "
            + String.join(", ", recipients)
            + "\r\nSubject: A letter\r\nMessage-ID: <"
            + Integer.toHexString(text.hashCode())
            + "@example.org>\r\nDate: Tue, 3 Mar 2026 12:00:00 +0000\r\n\r\n"
            + text
            + "\r\n.a line with a dot\r\n")
        .getBytes(UTF_8);
  }

  Submission.Outgoing outgoing(long draft, String text, String... recipients) {
    return new Submission.Outgoing(
        ada,
        draft,
        OptionalInt.empty(),
        raw(text, recipients),
        ADA,
        ADA,
        List.of(recipients),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Submits a mail of ada, and lets its hold pass. */
  long submit(String text, String... recipients) {
    long draft = draft();
    assertThat(submission.submit(outgoing(draft, text, recipients)))
        .isInstanceOf(SubmitResult.Accepted.class);
    pass(config.hold());
    return draft;
  }

  /** Sends all due mail, also by the relay; returns the number of claims. */
  int sendAll(Sending sending) {
    List<Claim> atRelay = new ArrayList<>();
    int claims = 0;
    while (sending.step(atRelay::add)) {
      claims++;
    }
    atRelay.forEach(sending::relay);
    return claims;
  }

  OutgoingRow row(long id) {
    return store.outgoing().outbox().find(ada, id).orElseThrow();
  }

  /** Repeats attempts until the mail is final. */
  void sendToTheEnd(Sending sending, long id) {
    int attempts = 0;
    while (!row(id).state().isFinal()) {
      stored.now.set(row(id).nextAttemptAt());
      assertThat(sendAll(sending)).isEqualTo(1);
      attempts++;
      assertThat(attempts).isLessThan(100);
    }
  }

  List<SendState> states(long id) {
    return row(id).recipients().stream().map(RecipientRow::state).toList();
  }

  List<Item> items(long account, FolderRole role) {
    return store
        .mail()
        .folders()
        .byRole(account, role)
        .map(
            folder ->
                store.mail().items().first(account, folder.id(), Order.NEWEST_FIRST, 1_000).rows())
        .orElse(List.of());
  }

  /** Returns the raw mail of an item. */
  String raw(long account, Item item) {
    return new String(
        store
            .mail()
            .blobs()
            .read(
                store
                    .mail()
                    .messages()
                    .get(account, item.folder(), item.uid())
                    .orElseThrow()
                    .sha256(),
                1 << 20)
            .orElseThrow(),
        UTF_8);
  }

  @Override
  public void close() throws IOException {
    relay.close();
    stored.close();
  }
}
