package arashi.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.outbox.ScriptedRelay.Fate;
import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.account.Account;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import arashi.store.index.MortalConnections;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Message;
import arashi.store.outbox.Claim;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import arashi.store.outbox.SubmitResult;
import arashi.store.outbox.Submittal.Answers;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

@Tag("database")
class SendingTest {
  private static final String DAN = "dan@elsewhere.test";
  private static final String EVE = "eve@elsewhere.test";
  private static final String FAY = "fay@elsewhere.test";

  private OutboxFixture fixture;
  private Sending sending;

  @BeforeEach
  void open() throws IOException {
    fixture = new OutboxFixture();
    sending = fixture.sender(fixture.store);
  }

  @AfterEach
  void close() throws Exception {
    for (long account : List.of(fixture.ada, fixture.bob)) {
      fixture.stored.assertConsistent(account);
    }
    fixture.close();
  }

  @Test
  void deliversToAMailboxHereAndFilesTheMailInSent() {
    long id = fixture.submit("hello bob", OutboxFixture.BOB);
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).hasSize(1);

    fixture.sendAll(sending);

    assertThat(fixture.row(id).state()).isEqualTo(SendState.SENT);
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).isEmpty();
    List<Item> sent = fixture.items(fixture.ada, FolderRole.SENT);
    List<Item> arrived = fixture.items(fixture.bob, FolderRole.INBOX);
    assertThat(sent).hasSize(1);
    assertThat(arrived).hasSize(1);
    assertThat(fixture.raw(fixture.ada, sent.get(0)))
        .isEqualTo(fixture.raw(fixture.bob, arrived.get(0)))
        .isEqualTo(new String(OutboxFixture.raw("hello bob", OutboxFixture.BOB), UTF_8));
    assertThat(sent.get(0).is(Flag.SEEN)).isTrue();
    assertThat(arrived.get(0).is(Flag.SEEN)).isFalse();
    assertThat(fixture.relay.commands).isEmpty();
  }

  @Test
  void sendsWhatIsStoredToTheByteThroughTheRelay() {
    long id = fixture.submit("hello dan", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.states(id)).containsExactly(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(1);
    ScriptedRelay.Mail mail = fixture.relay.taken.get(0);
    assertThat(mail.from()).isEqualTo(OutboxFixture.ADA);
    assertThat(mail.to()).containsExactly(DAN);
    assertThat(mail.content()).isEqualTo(new String(OutboxFixture.raw("hello dan", DAN), UTF_8));
    assertThat(fixture.items(fixture.ada, FolderRole.SENT)).hasSize(1);
  }

  @Test
  void anAddressWithLettersBeyondAsciiIsAMailboxHereOrSaysWhyItCanNotBeReached() {
    fixture
        .store
        .people()
        .addressEdit()
        .give(fixture.bob, Address.parse("jörg@example.org"), Tombstone.RESPECT);
    long id = fixture.submit("hello", "Jörg@example.org", "用户@例子.example", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.states(id))
        .containsExactly(SendState.SENT, SendState.FAILED, SendState.SENT);
    List<Item> arrived = fixture.items(fixture.bob, FolderRole.INBOX);
    assertThat(arrived).hasSize(1);
    assertThat(fixture.raw(fixture.bob, arrived.get(0))).contains("To: Jörg@example.org, 用户@");
    assertThat(fixture.relay.taken.get(0).to()).containsExactly(DAN);
    List<Item> report = fixture.items(fixture.ada, FolderRole.INBOX);
    assertThat(report).hasSize(1);
    assertThat(fixture.raw(fixture.ada, report.get(0)))
        .contains("Final-Recipient: utf-8; \\x{7528}\\x{6237}@")
        .contains("Diagnostic-Code: smtp; 553 5.6.7 The relay does not accept non-ASCII letters");
  }

  @Test
  void sendsNothingWhileAMailIsHeld() {
    long draft = fixture.draft();
    fixture.submission.submit(fixture.outgoing(draft, "held", DAN));

    assertThat(fixture.sendAll(sending)).isZero();
    assertThat(fixture.row(draft).state()).isEqualTo(SendState.HELD);

    fixture.pass(fixture.config.hold());
    assertThat(fixture.sendAll(sending)).isEqualTo(1);
    assertThat(fixture.relay.taken).hasSize(1);
  }

  @Test
  void goesToMailboxesHereAndElsewhereInOneMail() {
    long id = fixture.submit("to all", DAN, OutboxFixture.BOB, EVE);
    fixture.sendAll(sending);

    assertThat(fixture.states(id)).containsOnly(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(1);
    assertThat(fixture.relay.taken.get(0).to()).containsExactly(DAN, EVE);
    assertThat(fixture.items(fixture.bob, FolderRole.INBOX)).hasSize(1);
  }

  @Test
  void oneRefusedRecipientOfThreeIsReportedAndTheOthersGetTheMailOnce() {
    fixture.relay.ofRecipients.put(EVE, "550 5.1.1 No such user");
    long id = fixture.submit("three", DAN, EVE, FAY);
    fixture.sendAll(sending);
    fixture.pass(Duration.ofDays(1));
    fixture.sendAll(sending);

    assertThat(fixture.states(id))
        .containsExactly(SendState.SENT, SendState.FAILED, SendState.SENT);
    assertThat(fixture.row(id).state()).isEqualTo(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(1);
    assertThat(fixture.relay.taken.get(0).to()).containsExactly(DAN, FAY);
    List<Item> inbox = fixture.items(fixture.ada, FolderRole.INBOX);
    assertThat(inbox).hasSize(1);
    assertThat(inbox.get(0).subject()).isEqualTo("Not delivered to " + EVE);
    String report = fixture.raw(fixture.ada, inbox.get(0));
    assertThat(report)
        .contains("Auto-Submitted: auto-replied", "Status: 5.1.1", "550 5.1.1 No such user")
        .contains(new String(OutboxFixture.raw("three", DAN, EVE, FAY), UTF_8));
    Message message =
        fixture
            .store
            .mail()
            .messages()
            .get(fixture.ada, inbox.get(0).folder(), inbox.get(0).uid())
            .orElseThrow();
    assertThat(message.trace()).hasValue("Return-Path: <>\r\n".getBytes(UTF_8));
  }

  @Test
  void greylistingDelaysAndNothingMore() {
    fixture.relay.answer("RCPT", "450 4.7.1 Greylisted, come back");
    long id = fixture.submit("grey", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.states(id)).containsExactly(SendState.SCHEDULED);
    assertThat(fixture.row(id).recipients().get(0).reply()).contains("Greylisted");
    assertThat(fixture.sendAll(sending)).as("before its time").isZero();

    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(1);
    assertThat(fixture.row(id).maybeTwice()).isFalse();
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX)).isEmpty();
  }

  @Test
  void oneGreylistedRecipientIsTriedAgainAloneAndTheMailWaitsInTheOutbox() {
    fixture.relay.answer("RCPT", "250 ok");
    fixture.relay.answer("RCPT", "451 4.7.1 Later");
    long id = fixture.submit("some later", DAN, EVE);
    fixture.sendAll(sending);

    assertThat(fixture.states(id)).containsExactly(SendState.SENT, SendState.SCHEDULED);
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).hasSize(1);
    assertThat(fixture.store.outgoing().outbox().recall(fixture.ada, id))
        .as("dan has it")
        .isFalse();

    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    assertThat(fixture.relay.taken.stream().map(ScriptedRelay.Mail::to))
        .containsExactly(List.of(DAN), List.of(EVE));
    assertThat(fixture.items(fixture.ada, FolderRole.SENT)).hasSize(1);
  }

  @Test
  void aConnectionThatDiesInTheContentLosesNothingAndDoublesNothing() {
    fixture.relay.fates.add(Fate.CUT);
    long id = fixture.submit("cut", DAN);
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).doesNotContain(SendState.SENT, SendState.FAILED);

    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(1);
  }

  @Test
  void aConnectionThatDropsAfterTheDotLeavesDoubtAndTheSameBytesAreSentAgain() {
    fixture.relay.fates.add(Fate.TAKEN_IN_SILENCE);
    long id = fixture.submit("doubt", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.row(id).state()).isEqualTo(SendState.IN_DOUBT);
    assertThat(fixture.store.outgoing().outbox().recall(fixture.ada, id))
        .as("dan may have it")
        .isFalse();

    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    OutgoingRow row = fixture.row(id);
    assertThat(row.state()).isEqualTo(SendState.SENT);
    assertThat(row.maybeTwice()).isTrue();
    assertThat(row.recipients().get(0).maybeTwice()).isTrue();
    assertThat(fixture.relay.taken).hasSize(2);
    assertThat(fixture.relay.taken.get(0)).isEqualTo(fixture.relay.taken.get(1));
  }

  @Test
  void aMailThatIsRefusedAfterTheDotFails() {
    fixture.relay.answer(".", "554 5.7.1 This looks like spam");
    long id = fixture.submit("spam", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.row(id).state()).isEqualTo(SendState.FAILED);
    assertThat(fixture.relay.taken).isEmpty();
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX)).hasSize(1);
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).hasSize(1);
    assertThat(fixture.store.outgoing().outbox().recall(fixture.ada, id)).isTrue();
    assertThat(fixture.store.outgoing().drafts().find(fixture.ada, id)).isPresent();
    assertThat(fixture.items(fixture.ada, FolderRole.DRAFTS)).hasSize(1);
  }

  @Test
  void aMailThatIsPutOffAfterTheDotIsNotInDoubt() {
    fixture.relay.answer(".", "451 4.3.0 Try again");
    long id = fixture.submit("put off", DAN);
    fixture.sendAll(sending);
    assertThat(fixture.row(id).state()).isEqualTo(SendState.SCHEDULED);

    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    assertThat(fixture.row(id).maybeTwice()).isFalse();
    assertThat(fixture.relay.taken).hasSize(1);
  }

  @Test
  void whatTheRelaySaysOfItsUserIsNeverFinal() {
    fixture.relay.answer("MAIL", "530 5.7.0 Authentication required");
    long id = fixture.submit("who are you", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.states(id)).containsExactly(SendState.SCHEDULED);
    assertThat(fixture.row(id).recipients().get(0).reply()).contains("Authentication required");
  }

  @Test
  void aRelayThatIsDownDelaysMailUntilTheLastDayThenReportsTheFailure() throws IOException {
    fixture.relay.close();
    long id = fixture.submit("down", DAN);
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.SCHEDULED);

    fixture.sendToTheEnd(sending, id);
    assertThat(Duration.between(StoreFixture.NOW, fixture.stored.now.get()))
        .isBetween(Duration.ofDays(5), Duration.ofDays(5).plusMinutes(1));
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX)).hasSize(1);
    assertThat(fixture.row(id).recipients().get(0).reply()).startsWith("given up");
  }

  /** A clock that was set ahead, or a service that was down: a single attempt has been made. */
  @Test
  void aMailIsNotGivenUpBecauseTheClockJumped() throws IOException {
    fixture.relay.close();
    long id = fixture.submit("jumped", DAN);
    fixture.sendAll(sending);

    fixture.pass(Duration.ofDays(6));
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.SCHEDULED);
    fixture.sendToTheEnd(sending, id);

    assertThat(Duration.between(StoreFixture.NOW, fixture.stored.now.get()))
        .as("half of five days of attempts")
        .isBetween(Duration.ofDays(8), Duration.ofDays(9));
    assertThat(fixture.row(id).recipients().get(0).reply()).startsWith("given up");
  }

  @Test
  void anInternalErrorCountsAsAnAttemptAndIsReportedInTheEnd() {
    Relay faulty =
        mail -> {
          throw new IllegalStateException("a fault");
        };
    Sending by = fixture.sender(fixture.store, fixture.config, faulty);
    long id = fixture.submit("fault", DAN);
    fixture.sendAll(by);
    assertThat(fixture.states(id)).containsExactly(SendState.SCHEDULED);

    fixture.sendToTheEnd(by, id);
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX)).hasSize(1);
  }

  @Test
  void aFaultBehindTheDotLeavesDoubt() {
    Relay faulty =
        mail -> {
          try {
            mail.gate().beforeDot(mail.recipients());
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          throw new IllegalStateException("a fault");
        };
    long id = fixture.submit("fault", DAN);
    fixture.sendAll(fixture.sender(fixture.store, fixture.config, faulty));
    assertThat(fixture.states(id)).containsExactly(SendState.IN_DOUBT);

    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    assertThat(fixture.row(id).maybeTwice()).isTrue();
  }

  @Test
  void aMailThatIsGoneFromTheDatabaseFailsInTheEndWithAReport() throws SQLException {
    long id = fixture.submit("gone", DAN, OutboxFixture.BOB);
    fixture.stored.execute(
        "DELETE FROM `blob` WHERE sha256 = x'" + fixture.row(id).sha256().hex() + "'");
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsOnly(SendState.SCHEDULED);

    fixture.sendToTheEnd(sending, id);
    assertThat(fixture.states(id)).containsOnly(SendState.FAILED);
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX)).hasSize(1);
    assertThat(fixture.relay.commands).isEmpty();
  }

  @Test
  void anAddressIsNotAStatus() {
    fixture.relay.answer(".", "554 listed: [5.6.7.8]");
    fixture.submit("listed", DAN);
    fixture.sendAll(sending);

    Item report = fixture.items(fixture.ada, FolderRole.INBOX).get(0);
    assertThat(fixture.raw(fixture.ada, report)).contains("Status: 5.0.0\r\n");
  }

  /** Simulates an MTA that takes minutes per recipient. */
  @Test
  void aRelayMayTakeMoreThanTheLeaseForAllItsAnswers() {
    Duration answer = Duration.ofMinutes(5);
    OutboxConfig slow =
        OutboxFixture.config(fixture.relay.port(), answer, answer.plusMinutes(1)); // the shortest
    Iterator<Duration> pauses =
        List.of(Duration.ofSeconds(80), answer.minusSeconds(1), answer.minusSeconds(1)).iterator();
    fixture.relay.atRecipient = () -> fixture.pass(pauses.next());
    long id = fixture.submit("slow", DAN, EVE, FAY);
    fixture.sendAll(fixture.sender(fixture.store, slow));

    assertThat(fixture.states(id)).containsOnly(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(1);
  }

  // ---- crashes, and two nodes

  /** A node dies before or after each statement, and another continues after the lease. */
  @Test
  void whereverANodeDiesTheMailArrivesAndIsDoubledOnlyWithAWord() throws SQLException {
    int doubled = 0;
    int deaths = 0;
    for (boolean afterwards : new boolean[] {false, true}) {
      boolean died = true;
      for (int statement = 0; died; statement++) {
        String text = "killed at " + statement + afterwards;
        long id = fixture.submit(text, DAN, OutboxFixture.BOB);
        died = diesAt(statement, afterwards);
        deaths += died ? 1 : 0;
        awaitItsLocks();

        fixture.pass(fixture.config.lease());
        fixture.sendAll(fixture.sender(fixture.store));
        OutgoingRow row = fixture.row(id);
        assertThat(row.state()).as(text).isEqualTo(SendState.SENT);
        List<ScriptedRelay.Mail> copies =
            fixture.relay.taken.stream().filter(mail -> mail.content().contains(text)).toList();
        assertThat(copies).as(text).hasSizeBetween(1, 2);
        assertThat(copies.stream().distinct()).as(text).hasSize(1);
        if (copies.size() == 2) {
          assertThat(row.maybeTwice()).as(text).isTrue();
          doubled++;
        }
      }
    }
    int mails = fixture.items(fixture.ada, FolderRole.SENT).size();
    assertThat(mails).isEqualTo(deaths + 2);
    assertThat(fixture.items(fixture.bob, FolderRole.INBOX)).hasSize(mails);
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).isEmpty();
    assertThat(doubled).as("those that died between the dot and the settlement").isPositive();
  }

  /** Waits for the rollback of the lost connection, whose locked rows a claim would skip. */
  private void awaitItsLocks() throws SQLException {
    fixture.stored.execute(
        "SELECT id FROM outbox WHERE account = " + fixture.ada + " FOR UPDATE",
        "SELECT id FROM account WHERE id IN (" + fixture.ada + ", " + fixture.bob + ") FOR UPDATE");
  }

  private boolean diesAt(int statement, boolean afterwards) throws SQLException {
    MortalConnections connections =
        new MortalConnections(fixture.stored.database.dataSource(), statement, afterwards);
    Store mortal =
        Store.over(connections, OutageLimits.DEFAULT, fixture.stored.time, Clock.system());
    try {
      fixture.sendAll(fixture.sender(mortal));
    } catch (MortalConnections.DeadException e) {
      assertThat(connections.isDead()).isTrue();
    }
    mortal.service().availability().close();
    return connections.isDead();
  }

  @Test
  void twoNodesNeverHoldOneMail() {
    long id = fixture.submit("one lease", DAN);
    Sending other = fixture.sender(fixture.store);
    List<Claim> first = new ArrayList<>();
    List<Claim> second = new ArrayList<>();
    assertThat(sending.step(first::add)).isTrue();
    assertThat(other.step(second::add)).isFalse();

    first.forEach(sending::relay);
    assertThat(fixture.row(id).state()).isEqualTo(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(1);
  }

  @Test
  void aNodeThatWasFrozenPastItsLeaseDoesNotSendTheDot() {
    long id = fixture.submit("frozen", DAN);
    Sending other = fixture.sender(fixture.store);
    AtomicBoolean frozen = new AtomicBoolean();
    fixture.relay.atRecipient =
        () -> {
          if (frozen.compareAndSet(false, true)) { // the first node freezes here
            fixture.pass(fixture.config.lease());
            fixture.sendAll(other);
          }
        };
    fixture.sendAll(sending);

    assertThat(frozen).isTrue();
    assertThat(fixture.relay.taken).hasSize(1);
    assertThat(fixture.relay.commands.stream().filter("DATA"::equals)).hasSize(1);
    assertThat(fixture.row(id).state()).isEqualTo(SendState.SENT);
    assertThat(fixture.row(id).maybeTwice()).isFalse();
  }

  // ---- side effects

  @Test
  void marksTheMailThatWasAnsweredOnceTheAnswerIsAccepted() {
    fixture.stored.add(
        fixture.ada, fixture.stored.inbox(fixture.ada), StoreFixture.mail("a question").build());
    Item question = fixture.items(fixture.ada, FolderRole.INBOX).get(0);
    long draft = fixture.draft();
    fixture.relay.answer("RCPT", "450 later");
    fixture.submission.submit(
        new Submission.Outgoing(
            fixture.ada,
            draft,
            OptionalInt.empty(),
            OutboxFixture.raw("an answer", DAN),
            OutboxFixture.ADA,
            OutboxFixture.ADA,
            List.of(DAN),
            List.of(),
            Optional.empty(),
            Optional.of(new Answers(question.folder(), question.uid(), Flag.ANSWERED))));
    fixture.pass(fixture.config.hold());
    fixture.sendAll(sending);
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX).get(0).is(Flag.ANSWERED)).isFalse();

    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX).get(0).is(Flag.ANSWERED)).isTrue();
  }

  @Test
  void aMailThatIsTakenOutOfTheOutboxIsNotSent() {
    long id = fixture.submit("withdrawn", DAN);
    Item item = fixture.items(fixture.ada, FolderRole.OUTBOX).get(0);
    fixture.store.mail().items().delete(fixture.ada, item.folder(), List.of(item.uid()));

    assertThat(fixture.sendAll(sending)).isZero();
    assertThat(fixture.row(id).state()).isEqualTo(SendState.FAILED);
    assertThat(fixture.relay.commands).isEmpty();
    assertThat(fixture.items(fixture.ada, FolderRole.TRASH)).hasSize(1);
  }

  @Test
  void aMailThatIsTakenOutWhileItWaitsForTheRelayIsNotSent() {
    long id = fixture.submit("withdrawn late", DAN);
    List<Claim> atRelay = new ArrayList<>();
    sending.step(atRelay::add);
    takeOut();
    atRelay.forEach(sending::relay);
    assertThat(fixture.relay.commands).isEmpty();

    fixture.pass(fixture.config.lease());
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.FAILED);
  }

  @Test
  void aMailThatIsTakenOutWhileTheRelayListensIsNotSent() {
    long id = fixture.submit("withdrawn at last", DAN);
    fixture.relay.atRecipient = this::takeOut;
    fixture.sendAll(sending);
    assertThat(fixture.relay.commands).contains("DATA");
    assertThat(fixture.relay.taken).isEmpty();

    fixture.pass(fixture.config.lease());
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.FAILED);
  }

  private void takeOut() {
    Item item = fixture.items(fixture.ada, FolderRole.OUTBOX).get(0);
    fixture.store.mail().items().delete(fixture.ada, item.folder(), List.of(item.uid()));
  }

  @Test
  void whatMayHaveArrivedIsNotMadeADraftAgain() throws IOException {
    fixture.relay.fates.add(Fate.TAKEN_IN_SILENCE);
    long withdrawn = fixture.submit("withdrawn in doubt", DAN);
    fixture.sendAll(sending);
    takeOut();
    fixture.pass(Duration.ofMinutes(1));
    fixture.sendAll(sending);
    assertThat(fixture.states(withdrawn)).containsExactly(SendState.FAILED);
    assertThat(fixture.store.outgoing().outbox().recall(fixture.ada, withdrawn)).isFalse();

    fixture.relay.fates.add(Fate.TAKEN_IN_SILENCE);
    long givenUp = fixture.submit("given up in doubt", EVE);
    fixture.sendAll(sending);
    fixture.relay.close();
    fixture.sendToTheEnd(sending, givenUp);
    assertThat(fixture.states(givenUp)).containsExactly(SendState.FAILED);
    assertThat(fixture.store.outgoing().outbox().recall(fixture.ada, givenUp)).isFalse();
  }

  /** Housekeeping of one node has seen a failed mail, which the writer then sends again. */
  @Test
  void housekeepingLeavesAMailThatIsSentAgain() throws SQLException {
    fixture.relay.answer(".", "554 5.7.1 no");
    long id = fixture.submit("again", DAN);
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.FAILED);

    AtomicInteger taken = new AtomicInteger();
    try (HikariDataSource pool = fixture.stored.database.connection().open()) {
      Connections connections =
          new Connections() {
            @Override
            public Connection take() throws SQLException {
              if (taken.incrementAndGet() == 2) { // one to look, one to delete
                assertThat(fixture.store.outgoing().outbox().recall(fixture.ada, id)).isTrue();
                assertThat(fixture.submission.submit(fixture.outgoing(id, "again", EVE)))
                    .isInstanceOf(SubmitResult.Accepted.class);
              }
              return pool.getConnection();
            }

            @Override
            public Connection open() throws SQLException {
              return pool.getConnection();
            }

            @Override
            public void evict() {}

            @Override
            public void discard(Connection broken) {}
          };
      Store node =
          Store.over(connections, OutageLimits.DEFAULT, fixture.stored.time, Clock.system());
      taken.set(0);
      node.outgoing().departures().end(fixture.stored.time.instant(), 10);
    }
    assertThat(taken).hasValueGreaterThan(1);
    assertThat(fixture.row(id).state()).isEqualTo(SendState.HELD);
  }

  @Test
  void passesOverAMailThatANodeHasLockedAndStandsStill() throws SQLException {
    long locked = fixture.submit("locked", DAN);
    long free = fixture.submit("free", EVE);
    fixture.stored.inTransaction(
        c -> {
          try (PreparedStatement lock =
              c.prepareStatement("SELECT id FROM outbox WHERE account = ? AND id = ? FOR UPDATE")) {
            lock.setLong(1, fixture.ada);
            lock.setLong(2, locked);
            lock.execute();
          }
          fixture.sendAll(sending);
        });
    assertThat(fixture.states(free)).containsExactly(SendState.SENT);
    assertThat(fixture.states(locked)).containsExactly(SendState.HELD);

    fixture.sendAll(sending);
    assertThat(fixture.states(locked)).containsExactly(SendState.SENT);
  }

  @Test
  void aClaimThatIsGivenBackLeavesTheDoubtOfOtherRecipients() {
    fixture.relay.fates.add(Fate.TAKEN_IN_SILENCE);
    fixture.relay.ofRecipients.put(EVE, "450 4.2.0 Later");
    long id = fixture.submit("partly", DAN, EVE);
    fixture.sendAll(sending);
    assertThat(fixture.states(id)).containsExactly(SendState.IN_DOUBT, SendState.SCHEDULED);
    RecipientRow inDoubt = fixture.row(id).recipients().get(0);
    fixture.stored.now.set(fixture.row(id).nextAttemptAt());
    Claim both =
        fixture.store.outgoing().departures().claim("full", fixture.config.lease()).orElseThrow();

    fixture
        .store
        .outgoing()
        .departures()
        .release(both.only(both.due().subList(1, 2)), fixture.stored.now.get());

    RecipientRow after = fixture.row(id).recipients().get(0);
    assertThat(after.state()).isEqualTo(SendState.IN_DOUBT);
    assertThat(after.nextAttemptAt()).isEqualTo(inDoubt.nextAttemptAt());
    assertThat(after.attempts()).isEqualTo(inDoubt.attempts() + 1);
    assertThat(fixture.row(id).state()).isEqualTo(SendState.IN_DOUBT);
  }

  /** The report can never be filed. */
  @Test
  void aPermanentlyFailedSettlementDelaysNoOtherMailAndLosesNoAnswer() throws SQLException {
    fixture.relay.ofRecipients.put(EVE, "550 5.1.1 No such user");
    long id = fixture.submit("unsettled", DAN, EVE);
    fixture.stored.execute(
        "CREATE TRIGGER no_message BEFORE INSERT ON message FOR EACH ROW SIGNAL SQLSTATE '45000'");
    try {
      fixture.sendAll(sending);
      assertThat(fixture.states(id)).as("not settled").doesNotContain(SendState.SENT);
      fixture.sendAll(sending);
      assertThat(fixture.states(id)).containsExactly(SendState.SENT, SendState.FAILED);
    } finally {
      fixture.stored.execute("DROP TRIGGER no_message");
    }
    long next = fixture.submit("next", DAN);
    fixture.sendAll(sending);
    assertThat(fixture.states(next)).containsExactly(SendState.SENT);
    assertThat(fixture.relay.taken).hasSize(2);
  }

  @Test
  void aClaimReadsAFewRowsHoweverManyAreDue() throws SQLException {
    long first = fixture.submit("first", DAN);
    fixture.stored.execute(
        "INSERT INTO outbox (account, id, idempotency_key, state, next_attempt_at, envelope_from,"
            + " attempts, last_error) WITH RECURSIVE"
            + " n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT "
            + fixture.ada
            + ", i, CONCAT('due ', i), IF(i % 2, 'scheduled', 'sending'), "
            + fixture.stored.now.get().toEpochMilli()
            + ", '', 0, '' FROM n");
    Database connection = fixture.stored.database.connection();
    try (HikariDataSource single =
        new Database(connection.url(), connection.user(), connection.password(), 1).open()) {
      Store store = Store.over(single, fixture.stored.time);
      long before = rowsRead(single);
      assertThat(
              store
                  .outgoing()
                  .departures()
                  .claim("cheap", fixture.config.lease())
                  .orElseThrow()
                  .id())
          .isEqualTo(first);
      assertThat(rowsRead(single) - before).isLessThan(300);
    } finally {
      fixture.stored.execute("DELETE FROM outbox WHERE sha256 IS NULL");
    }
  }

  private static long rowsRead(HikariDataSource single) throws SQLException {
    long read = 0;
    try (Connection connection = single.getConnection();
        PreparedStatement status =
            connection.prepareStatement(
                "SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read_%' OR Variable_name ="
                    + " 'Sort_rows'");
        ResultSet rows = status.executeQuery()) {
      while (rows.next()) {
        read += rows.getLong(2);
      }
    }
    return read;
  }

  @Test
  void asksForReportsAndDeclaresEightBits() {
    fixture.submit("grüße", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.relay.commands)
        .anyMatch(line -> line.startsWith("MAIL FROM:") && line.contains("BODY=8BITMIME"))
        .anyMatch(line -> line.startsWith("RCPT TO:") && line.contains("NOTIFY="));
    assertThat(fixture.relay.taken).hasSize(1);
  }

  /** Only a redirected mail can have octets above 127; composed mail never does. */
  @Test
  void aRelayWithoutEightBitsGetsNone() {
    fixture.relay.extensions.remove("8BITMIME");
    long plain = fixture.submit("plain", DAN);
    long foreign = fixture.submit("grüße", DAN);
    fixture.sendAll(sending);

    assertThat(fixture.states(plain)).containsExactly(SendState.SENT);
    assertThat(fixture.states(foreign)).containsExactly(SendState.FAILED);
    assertThat(fixture.row(foreign).recipients().get(0).reply()).contains("8BITMIME");
    assertThat(fixture.relay.taken).hasSize(1);
  }

  @Test
  void theRowsOfARemovedAccountDelayNoOthers() throws SQLException {
    fixture.submit("orphan", DAN);
    Account gone = fixture.store.people().accounts().byId(fixture.ada).orElseThrow();
    List<Claim> atRelay = new ArrayList<>();
    sending.step(atRelay::add);
    fixture.store.people().accounts().remove(gone.id());

    atRelay.forEach(sending::relay);
    assertThat(fixture.sendAll(sending)).isZero();
    for (String table :
        List.of(
            "outbox",
            "outbox_recipient",
            "draft",
            "blob_link",
            "identity",
            "correspondent",
            "correspondent_word",
            "image_sender")) {
      assertThat(fixture.stored.count(table, gone.id())).as(table).isZero();
    }
  }
}
