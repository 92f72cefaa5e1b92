package arashi.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.draft.SaveResult;
import arashi.store.identity.IdentityRow;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.SearchQuery;
import arashi.store.outbox.SendState;
import arashi.store.outbox.SubmitResult;
import arashi.store.outbox.Unreachable;
import arashi.store.outbox.Unreachable.Why;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionTest {
  private static final String DAN = "dan@elsewhere.test";

  private OutboxFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new OutboxFixture();
  }

  @AfterEach
  void close() throws Exception {
    fixture.stored.assertConsistent(fixture.ada);
    fixture.close();
  }

  private SubmitResult submit(Submission.Outgoing mail) {
    return fixture.submission.submit(mail);
  }

  private Submission.Outgoing as(String from, String envelopeFrom) {
    return new Submission.Outgoing(
        fixture.ada,
        fixture.draft(),
        OptionalInt.empty(),
        OutboxFixture.raw("text", DAN),
        from,
        envelopeFrom,
        List.of(DAN),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void theSameDraftTwiceIsOneMailAndNotAnError() {
    long draft = fixture.draft();
    Submission.Outgoing mail = fixture.outgoing(draft, "once", DAN);
    assertThat(submit(mail))
        .isInstanceOfSatisfying(
            SubmitResult.Accepted.class, one -> assertThat(one.again()).isFalse());
    assertThat(submit(mail))
        .isInstanceOfSatisfying(
            SubmitResult.Accepted.class, one -> assertThat(one.again()).isTrue());

    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).hasSize(1);
    fixture.pass(fixture.config.hold());
    fixture.sendAll(fixture.sender(fixture.store));
    assertThat(submit(mail))
        .isInstanceOfSatisfying(
            SubmitResult.Accepted.class, one -> assertThat(one.again()).isTrue());
    assertThat(fixture.relay.taken).hasSize(1);
    assertThat(fixture.items(fixture.ada, FolderRole.SENT)).hasSize(1);
  }

  @Test
  void manySubmissionsOfOneDraftAtOnceAreOneMail() throws Exception {
    long draft = fixture.draft();
    ExecutorService clicks = Executors.newFixedThreadPool(4);
    try {
      Callable<SubmitResult> click = () -> submit(fixture.outgoing(draft, "once", DAN));
      List<Callable<SubmitResult>> all = IntStream.range(0, 8).mapToObj(i -> click).toList();
      int first = 0;
      for (Future<SubmitResult> each : clicks.invokeAll(all)) {
        first += ((SubmitResult.Accepted) each.get()).again() ? 0 : 1;
      }
      assertThat(first).isEqualTo(1);
      assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).hasSize(1);
    } finally {
      clicks.shutdown();
    }
  }

  @Test
  void theDraftAndItsItemEndWithTheSubmission() {
    long draft = fixture.draft();
    DraftFolder folder =
        new DraftFolder(
            fixture.store,
            fixture.intake,
            (account, content) -> OutboxFixture.raw("a draft", DAN),
            fixture.stored.time);
    assertThat(folder.file(fixture.ada, draft)).isTrue();
    assertThat(fixture.items(fixture.ada, FolderRole.DRAFTS)).hasSize(1);

    submit(fixture.outgoing(draft, "sent", DAN));
    assertThat(fixture.items(fixture.ada, FolderRole.DRAFTS)).isEmpty();
    assertThat(fixture.store.outgoing().drafts().find(fixture.ada, draft)).isEmpty();
    assertThat(
            fixture.store.outgoing().drafts().save(fixture.ada, "key-1", 1, new byte[1], List.of()))
        .as("another tab")
        .isEqualTo(new SaveResult.Sent(draft, false));
  }

  @Test
  void aDraftThatRestsIsFoundByItsWordsThoughItWasSavedOnce() {
    DraftFolder folder =
        new DraftFolder(
            fixture.store,
            fixture.intake,
            (account, content) -> OutboxFixture.raw("about a kettle", DAN),
            fixture.stored.time);
    folder.file(fixture.ada, fixture.draft());
    assertThat(found("kettle")).isZero();

    fixture.pass(Duration.ofMinutes(1));
    folder.step();
    assertThat(found("kettle")).isEqualTo(1);
    assertThat(fixture.items(fixture.ada, FolderRole.DRAFTS)).hasSize(1);
  }

  @Test
  void aDraftThatCantBeShownInItsFolderIsSavedAllTheSame() {
    DraftFolder folder =
        new DraftFolder(
            fixture.store,
            fixture.intake,
            (account, content) -> {
              throw new IllegalStateException("unfit");
            },
            fixture.stored.time);
    long draft = fixture.draft();
    assertThat(folder.file(fixture.ada, draft)).isFalse();
    assertThat(fixture.store.outgoing().drafts().find(fixture.ada, draft)).isPresent();
    assertThat(fixture.store.outgoing().drafts().stale(fixture.stored.now.get(), 10)).isEmpty();
  }

  @Test
  void moreBccThanCanBeKeptIsRefusedBeforeAnythingIsStored() {
    List<String> bcc = new ArrayList<>();
    for (int n = 0; n < 300; n++) {
      bcc.add("n" + n + "@" + ".".concat("d".repeat(60)).repeat(4).substring(1) + ".test");
    }
    long draft = fixture.draft();
    Submission.Outgoing all = fixture.outgoing(draft, "many", "dan@elsewhere.test");
    Submission.Outgoing mail =
        new Submission.Outgoing(
            all.account(),
            all.draft(),
            all.version(),
            all.raw(),
            all.from(),
            all.envelopeFrom(),
            all.recipients(),
            bcc,
            all.sendAt(),
            all.answers());
    assertThat(fixture.submission.submit(mail)).isInstanceOf(SubmitResult.TooMuchBcc.class);
    assertThat(fixture.store.outgoing().drafts().find(fixture.ada, draft)).isPresent();
    assertThat(fixture.store.outgoing().outbox().find(fixture.ada, draft)).isEmpty();
  }

  private int found(String term) {
    SearchQuery query =
        new SearchQuery(
            List.of(term), SearchQuery.Filter.NONE, SearchQuery.FROM_NEWEST, 10, 10_000);
    return fixture.store.mail().search().newest(fixture.ada, query).rows().size();
  }

  @Test
  void undoBringsTheDraftBackWithItsItem() {
    long draft = fixture.draft();
    submit(fixture.outgoing(draft, "undone", DAN));
    assertThat(fixture.submission.recall(fixture.ada, draft)).isTrue();
    assertThat(fixture.submission.recall(fixture.ada, draft)).isFalse();

    assertThat(fixture.store.outgoing().drafts().find(fixture.ada, draft).orElseThrow())
        .satisfies(
            one -> {
              assertThat(one.content()).isEqualTo("typed".getBytes(UTF_8));
              assertThat(one.version()).isEqualTo(2);
              assertThat(one.key()).isEqualTo("key-1");
            });
    List<Item> items = fixture.items(fixture.ada, FolderRole.DRAFTS);
    assertThat(items).hasSize(1);
    assertThat(items.get(0).is(Flag.DRAFT)).isTrue();
    fixture.pass(Duration.ofHours(1));
    assertThat(fixture.sendAll(fixture.sender(fixture.store))).isZero();

    assertThat(submit(fixture.outgoing(draft, "sent after all", DAN)))
        .isInstanceOf(SubmitResult.Accepted.class);
    assertThat(fixture.items(fixture.ada, FolderRole.DRAFTS)).isEmpty();
  }

  @Test
  void undoComesTooLateOnceTheMailIsSent() {
    long id = fixture.submit("gone", DAN);
    fixture.sendAll(fixture.sender(fixture.store));
    assertThat(fixture.submission.recall(fixture.ada, id)).isFalse();
  }

  @Test
  void aMailForLaterWaitsForItsMoment() {
    long draft = fixture.draft();
    Instant later = fixture.stored.now.get().plus(Duration.ofDays(9));
    Submission.Outgoing mail = fixture.outgoing(draft, "later", DAN);
    submit(
        new Submission.Outgoing(
            mail.account(),
            draft,
            mail.version(),
            mail.raw(),
            mail.from(),
            mail.envelopeFrom(),
            mail.recipients(),
            mail.bcc(),
            Optional.of(later),
            mail.answers()));
    fixture.pass(Duration.ofDays(8));
    assertThat(fixture.sendAll(fixture.sender(fixture.store))).isZero();
    assertThat(fixture.row(draft).state()).isEqualTo(SendState.SCHEDULED);
    fixture.pass(Duration.ofDays(1));
    assertThat(fixture.sendAll(fixture.sender(fixture.store))).isEqualTo(1);
  }

  @Test
  void senderAddressesOfOthersAreRefused() {
    assertThat(submit(as(OutboxFixture.BOB, OutboxFixture.ADA)))
        .isEqualTo(new SubmitResult.ForeignSender(OutboxFixture.BOB));
    assertThat(submit(as(OutboxFixture.ADA, DAN))).isEqualTo(new SubmitResult.ForeignSender(DAN));
    assertThat(submit(as("ada+shop@example.org", OutboxFixture.ADA)))
        .isInstanceOf(SubmitResult.Accepted.class);
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).hasSize(1);
  }

  @Test
  void recipientsThatCantBeReachedAreNamedBeforeAnythingIsStored() {
    Submission alone =
        new Submission(
            fixture.store, fixture.intake, withoutRelay(fixture.config), fixture.stored.time);
    long draft = fixture.draft();
    assertThat(
            alone.submit(
                fixture.outgoing(
                    draft, "where to", DAN, "nobody@example.org", OutboxFixture.BOB, "half@")))
        .isEqualTo(
            new SubmitResult.Refused(
                List.of(
                    new Unreachable(DAN, Why.NO_RELAY),
                    new Unreachable("nobody@example.org", Why.UNKNOWN),
                    new Unreachable("half@", Why.MALFORMED))));
    assertThat(fixture.store.outgoing().drafts().find(fixture.ada, draft)).isPresent();
  }

  @Test
  void halfAnAddressDoesNotReachTheRelay() {
    long draft = fixture.draft();
    assertThat(submit(fixture.outgoing(draft, "half", DAN, "dan@els")))
        .isEqualTo(new SubmitResult.Refused(List.of(new Unreachable("dan@els", Why.NO_DOMAIN))));
    assertThat(submit(fixture.outgoing(draft, "whole", DAN, "dan@[192.0.2.1]")))
        .isInstanceOf(SubmitResult.Accepted.class);
  }

  private static OutboxConfig withoutRelay(OutboxConfig config) {
    return new OutboxConfig(
        Optional.empty(),
        config.hold(),
        config.firstRetry(),
        config.longestRetry(),
        config.giveUp(),
        config.recipientsAnHour(),
        config.threads(),
        config.poll(),
        config.connectTimeout(),
        config.answerTimeout(),
        config.idleTimeout(),
        config.mailsPerConnection(),
        config.lease(),
        config.mailBytes());
  }

  @Test
  void anAccountHasARateOfRecipients() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < fixture.config.recipientsAnHour(); i++) {
      many.add("r" + i + "@elsewhere.test");
    }
    assertThat(submit(fixture.outgoing(fixture.draft(), "many", many.toArray(String[]::new))))
        .isInstanceOf(SubmitResult.Accepted.class);
    long draft = fixture.draft();
    assertThat(submit(fixture.outgoing(draft, "one more", DAN)))
        .isEqualTo(new SubmitResult.TooMany(fixture.config.recipientsAnHour()));
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).hasSize(1);
    assertThat(fixture.store.outgoing().drafts().find(fixture.ada, draft)).isPresent();

    fixture.pass(Duration.ofHours(1));
    assertThat(submit(fixture.outgoing(draft, "one more", DAN)))
        .isInstanceOf(SubmitResult.Accepted.class);
  }

  @Test
  void aDraftThatAnotherTabHasChangedIsNotSent() {
    long draft = fixture.draft();
    fixture
        .store
        .outgoing()
        .drafts()
        .save(fixture.ada, "key-1", 1, "more".getBytes(UTF_8), List.of());
    Submission.Outgoing mail = fixture.outgoing(draft, "old", DAN);
    assertThat(
            submit(
                new Submission.Outgoing(
                    mail.account(),
                    draft,
                    OptionalInt.of(1),
                    mail.raw(),
                    mail.from(),
                    mail.envelopeFrom(),
                    mail.recipients(),
                    mail.bcc(),
                    mail.sendAt(),
                    mail.answers())))
        .isEqualTo(new SubmitResult.Changed(2));
    assertThat(fixture.items(fixture.ada, FolderRole.OUTBOX)).isEmpty();
  }

  @Test
  void onlyTheWriterSeesRecipientsOutsideTheHeader() {
    long draft = fixture.draft();
    submit(
        new Submission.Outgoing(
            fixture.ada,
            draft,
            OptionalInt.empty(),
            OutboxFixture.raw("hidden", OutboxFixture.BOB),
            OutboxFixture.ADA,
            OutboxFixture.ADA,
            List.of(OutboxFixture.BOB, DAN),
            List.of(DAN),
            Optional.empty(),
            Optional.empty()));
    fixture.pass(fixture.config.hold());
    fixture.sendAll(fixture.sender(fixture.store));

    Item sent = fixture.items(fixture.ada, FolderRole.SENT).get(0);
    assertThat(trace(fixture.ada, sent)).isEqualTo("Bcc: " + DAN + "\r\n");
    Item arrived = fixture.items(fixture.bob, FolderRole.INBOX).get(0);
    assertThat(trace(fixture.bob, arrived) + fixture.raw(fixture.bob, arrived)).doesNotContain(DAN);
    assertThat(fixture.relay.taken.get(0).content()).doesNotContain(DAN);
  }

  private String trace(long account, Item item) {
    return new String(
        fixture
            .store
            .mail()
            .messages()
            .get(account, item.folder(), item.uid())
            .orElseThrow()
            .trace()
            .orElseThrow(),
        UTF_8);
  }

  @Test
  void recipientsThatDifferInCaseGetOneMail() {
    long id = fixture.submit("once", DAN, "Dan@Elsewhere.Test");
    assertThat(fixture.row(id).recipients()).hasSize(1);
  }

  /** Not the first by name, which may be an alias that its owner never writes from. */
  @ParameterizedTest
  @ValueSource(strings = {"zed@example.org", "zed"})
  void theAddressOfTheLoginIsTheDefault(String login) throws Exception {
    long zed = fixture.store.people().accounts().create(login, "$hash$", "standard", false, 0).id();
    for (String one : List.of("a.zed@example.org", "zed@example.org", "zz@example.org")) {
      fixture.store.people().addressEdit().give(zed, Address.parse(one), Tombstone.RESPECT);
    }
    assertThat(fixture.store.people().identities().of(zed))
        .extracting(IdentityRow::address)
        .containsExactly("zed@example.org", "a.zed@example.org", "zz@example.org");
    assertThat(fixture.store.people().identities().of(zed).get(0).isDefault()).isTrue();
  }

  @Test
  void identitiesAreTheAddressesThatReachTheAccountAlone() {
    fixture
        .store
        .people()
        .addressEdit()
        .give(fixture.ada, Address.parse("a.byron@example.org"), Tombstone.RESPECT);
    fixture
        .store
        .people()
        .addressEdit()
        .addAlias(
            Address.parse("all@example.org"),
            List.of(Address.parse(OutboxFixture.ADA), Address.parse(OutboxFixture.BOB)),
            Tombstone.RESPECT);
    assertThat(fixture.store.people().identities().of(fixture.ada))
        .containsExactly(
            new IdentityRow("a.byron@example.org", "", "", "", true),
            new IdentityRow(OutboxFixture.ADA, "", "", "", false));

    IdentityRow own = new IdentityRow(OutboxFixture.ADA, "Ada", "Yours\nAda", "", true);
    assertThat(fixture.store.people().identities().set(fixture.ada, own)).isTrue();
    assertThat(fixture.store.people().identities().of(fixture.ada).get(0)).isEqualTo(own);
    IdentityRow group = new IdentityRow("all@example.org", "All", "", "", false);
    assertThat(fixture.store.people().identities().set(fixture.ada, group)).isFalse();
    assertThat(fixture.store.people().identities().mayUse(fixture.bob, OutboxFixture.ADA))
        .isFalse();
  }
}
