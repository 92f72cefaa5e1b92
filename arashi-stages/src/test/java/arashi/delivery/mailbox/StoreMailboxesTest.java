package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.delivery.Recipient;
import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import arashi.ingest.Intake;
import arashi.mime.address.MailAddress;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.QueryParser;
import arashi.mime.term.TermExtractor;
import arashi.store.StoreFixture;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.delivery.Quotas;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Message;
import arashi.store.mail.SearchQuery;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

@Tag("database")
class StoreMailboxesTest {
  private static final MailboxRules RULES =
      new MailboxRules(
          Duration.ofDays(5),
          Duration.ofDays(14),
          3,
          new Quotas(10_000, Map.of(), 0.9, false),
          new JunkRules(true, "mx.example.org"));

  private static final Optional<MailAddress> EVE =
      Optional.of(new MailAddress("eve", "example.net"));

  private final Intake intake =
      new Intake(
          new MailParser(MimeLimits.DEFAULT),
          new TermExtractor(TermLimits.DEFAULT),
          Clock.system());
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private StoreMailboxes mailboxes;
  private long ada;
  private long bob;

  @BeforeEach
  void open() throws SQLException {
    fixture.execute("DELETE FROM alias_target", "DELETE FROM address", "DELETE FROM domain");
    mailboxes = new StoreMailboxes(fixture.store, intake, RULES, "mail.example.org");
    ada = fixture.account();
    bob = fixture.account();
    fixture.store.people().addressEdit().addDomain("example.org");
    give(ada, "ada@example.org");
    give(bob, "bob@example.org");
  }

  private void give(long account, String address) {
    fixture.store.people().addressEdit().give(account, Address.parse(address), Tombstone.RESPECT);
  }

  private static Envelope envelope(Protocol protocol, boolean trusted, long size) {
    return new Envelope(
        protocol, "192.0.2.1", "client.example.net", false, trusted, EVE, false, size);
  }

  private static Envelope lmtp() {
    return envelope(Protocol.LMTP, true, 0);
  }

  private static MailAddress address(String text) {
    return MailAddress.parse(text).orElseThrow();
  }

  private Recipient accepted(String to) {
    Verdict verdict = mailboxes.judge(lmtp(), address(to));
    return ((Verdict.Accepted) verdict).recipient();
  }

  private static String code(Verdict verdict) {
    return code(((Verdict.Refused) verdict).reply());
  }

  private static String code(Reply reply) {
    return reply.code() + " " + reply.status();
  }

  private List<String> deliver(Envelope envelope, String mail, String... to) {
    return deliver(envelope, mail, true, to);
  }

  private List<String> deliver(Envelope envelope, String mail, boolean indexed, String... to) {
    List<Recipient> recipients = Arrays.stream(to).map(this::accepted).toList();
    IncomingMail incoming =
        new IncomingMail("Q1", envelope, recipients, mail.getBytes(UTF_8), StoreFixture.NOW);
    List<String> replies = new ArrayList<>();
    mailboxes
        .store(List.of(mailboxes.prepare(incoming, indexed)))
        .get(0)
        .forEach(reply -> replies.add(code(reply)));
    return replies;
  }

  private static String mail(String header, String text) {
    return header + "From: Eve <eve@example.net>\r\nSubject: a letter\r\n\r\n" + text + "\r\n";
  }

  private long total(long account, FolderRole role) {
    return fixture.store.mail().folders().byRole(account, role).orElseThrow().total();
  }

  @Test
  void refusesUnknownRecipientsAndOtherDomains() {
    MailAddress foreign = address("ada@example.net");
    assertThat(code(mailboxes.judge(lmtp(), address("nobody@example.org")))).isEqualTo("550 5.1.1");
    assertThat(code(mailboxes.judge(lmtp(), address("ada@[192.0.2.9]")))).isEqualTo("550 5.1.2");
    assertThat(code(mailboxes.judge(lmtp(), foreign))).isEqualTo("550 5.1.2");
    for (boolean trusted : new boolean[] {false, true}) {
      Envelope smtp = envelope(Protocol.SMTP, trusted, 0);
      assertThat(code(mailboxes.judge(smtp, foreign))).isEqualTo("550 5.7.1");
    }
  }

  @Test
  void deliversByteForByteWithTheTraceOfEachRecipient() {
    String mail = mail("", "Gr\u00fc\u00dfe, bare \n line ends \r kept \u0000 too");
    assertThat(deliver(lmtp(), mail, "ada@example.org", "Bob+x@Example.org"))
        .containsExactly("250 2.0.0", "250 2.0.0");

    Message message = fixture.store.mail().messages().get(bob, fixture.inbox(bob), 1).orElseThrow();
    assertThat(fixture.store.mail().blobs().read(message.sha256(), 10_000))
        .hasValue(mail.getBytes(UTF_8));
    assertThat(new String(message.trace().orElseThrow(), UTF_8))
        .isEqualTo(
            """
            Return-Path: <eve@example.net>
            Delivered-To: Bob+x@example.org
            Received: from client.example.net ([192.0.2.1])
            \tby mail.example.org (Arashi) with LMTP id Q1
            \tfor <Bob+x@example.org>; Tue, 3 Mar 2026 12:00:00 +0000
            """
                .replace("\n", "\r\n"));
    assertThat(message.item().receivedAt()).isEqualTo(StoreFixture.NOW);
    assertThat(fixture.store.mail().items().get(ada, fixture.inbox(ada), 1).orElseThrow().subject())
        .isEqualTo("a letter");
  }

  @Test
  void traceFieldsKeepNothingThatAClientCouldMisuse() {
    Envelope odd =
        new Envelope(
            Protocol.SMTP,
            "2001:db8::25",
            "evil\r\nX-Spam: Yes (",
            true,
            false,
            Optional.empty(),
            true,
            0);
    deliver(odd, mail("", "x"), "ada@example.org");
    Message message = fixture.store.mail().messages().get(ada, fixture.inbox(ada), 1).orElseThrow();
    String trace = new String(message.trace().orElseThrow(), UTF_8);
    assertThat(trace)
        .startsWith("Return-Path: <>\r\n")
        .contains("from evil??X-Spam:?Yes?? ([IPv6:2001:db8::25])")
        .contains("with UTF8SMTPS id");
    assertThat(trace.lines()).hasSize(5);
  }

  @Test
  void takesMailForThePostmasterOfAnyOfItsDomains() {
    Verdict nobody = mailboxes.judge(lmtp(), MailAddress.POSTMASTER);
    assertThat(code(nobody)).isEqualTo("550 5.1.1");

    fixture.store.people().addressEdit().addDomain("a.example");
    give(bob, "@a.example");
    assertThat(postmaster()).isEqualTo("postmaster@a.example");
    give(bob, "postmaster@a.example");
    assertThat(postmaster()).isEqualTo("postmaster@a.example");
    give(ada, "postmaster@example.org");
    assertThat(postmaster()).as("of the domain of this host").isEqualTo("postmaster@example.org");
    fixture.store.people().addressEdit().take(ada, Address.parse("postmaster@example.org"));
    assertThat(postmaster()).isEqualTo("postmaster@a.example");
  }

  private String postmaster() {
    Verdict verdict = mailboxes.judge(lmtp(), MailAddress.POSTMASTER);
    return ((Verdict.Accepted) verdict).recipient().address().toString();
  }

  @Test
  void storesOneCopyWhereTwoRecipientsAreOneAccount() throws SQLException {
    fixture
        .store
        .people()
        .addressEdit()
        .addAlias(
            Address.parse("team@example.org"),
            List.of(Address.parse("bob@example.org"), Address.parse("ada@example.org")),
            Tombstone.RESPECT);
    assertThat(
            deliver(
                lmtp(),
                mail("", "once"),
                "ada@example.org",
                "ADA@example.org",
                "team@example.org",
                "ada+x@example.org"))
        .containsOnly("250 2.0.0")
        .hasSize(4);
    assertThat(total(ada, FolderRole.INBOX)).isEqualTo(1);
    assertThat(total(bob, FolderRole.INBOX)).isEqualTo(1);
    fixture.assertConsistent(ada);
  }

  @Test
  void filesASubAddressToItsFolder() throws Exception {
    Folder lists = fixture.store.mail().folders().create(ada, Folder.TOP, "Lists");
    Folder ops = fixture.store.mail().folders().create(ada, lists.id(), "Ops");
    Folder old = fixture.store.mail().folders().create(ada, Folder.TOP, "Büro");
    fixture.store.mail().folders().create(ada, fixture.folder(ada, FolderRole.TRASH), "inside");
    assertThat(folder("ada+LISTS@example.org")).hasValue(lists.id());
    assertThat(folder("ada+lists/ops@example.org")).hasValue(ops.id());
    assertThat(folder("ada+BÜRO@example.org")).hasValue(old.id());
    for (String detail :
        List.of("ops", "lists/none", "sent", "Trash", "junk", "trash/inside", "inbox", "/", "")) {
      assertThat(folder("ada+" + detail + "@example.org")).as(detail).isEmpty();
    }
    deliver(lmtp(), mail("", "x"), "ada+lists/ops@example.org");
    assertThat(fixture.store.mail().folders().byId(ada, ops.id()).orElseThrow().total())
        .isEqualTo(1);
  }

  private Optional<Long> folder(String to) {
    return accepted(to).mailboxes().get(0).folder();
  }

  @Test
  void judgesTheQuotaBeforeTheMailComes() throws SQLException {
    deliver(lmtp(), mail("", "x".repeat(9_000)), "ada@example.org");
    assertThat(mailboxes.judge(envelope(Protocol.SMTP, false, 100), address("ada@example.org")))
        .isInstanceOf(Verdict.Accepted.class);
    Verdict tooLarge =
        mailboxes.judge(envelope(Protocol.SMTP, false, 2_000), address("ada@example.org"));
    assertThat(code(tooLarge)).isEqualTo("552 5.2.2");

    fixture.store.people().accounts().setQuota(ada, 9_000);
    assertThat(code(mailboxes.judge(lmtp(), address("ada@example.org")))).isEqualTo("552 5.2.2");
    assertThat(mailboxes.judge(lmtp(), address("bob@example.org")))
        .isInstanceOf(Verdict.Accepted.class);

    fixture.store.people().accounts().setQuota(ada, 20_000);
    assertThat(mailboxes.judge(lmtp(), address("ada@example.org")))
        .isInstanceOf(Verdict.Accepted.class);
  }

  @Test
  void refusesForNowWhereThatIsWanted() {
    Quotas quotas = new Quotas(10_000, Map.of("standard", 10L), 0.9, true);
    MailboxRules rules =
        new MailboxRules(RULES.once(), RULES.restorable(), 3, quotas, RULES.junk());
    mailboxes = new StoreMailboxes(fixture.store, intake, rules, "mail.example.org");
    assertThat(deliver(lmtp(), mail("", "more than ten bytes"), "ada@example.org"))
        .containsExactly("452 4.2.2");
    Envelope announced = envelope(Protocol.LMTP, true, 100);
    assertThat(code(mailboxes.judge(announced, address("ada@example.org")))).isEqualTo("452 4.2.2");
  }

  /** Its client announced no size, or others have stored meanwhile. */
  @Test
  void refusesAMailThatTurnsOutToBeTooLarge() {
    fixture.store.people().accounts().setQuota(ada, 1_000);
    String large = mail("", "x".repeat(1_000));

    assertThat(deliver(lmtp(), large, "ada@example.org", "bob@example.org"))
        .containsExactly("552 5.2.2", "250 2.0.0");
    assertThat(deliver(envelope(Protocol.SMTP, false, 0), large + "2", "ada@example.org"))
        .containsExactly("552 5.2.2");
    // one reply for all must not tell the client that bob has not got it
    assertThat(
            deliver(
                envelope(Protocol.SMTP, false, 0),
                large + "3",
                "ada@example.org",
                "bob@example.org"))
        .containsExactly("452 4.2.2", "250 2.0.0");
    assertThat(total(ada, FolderRole.INBOX)).isZero();
    assertThat(total(bob, FolderRole.INBOX)).isEqualTo(2);
  }

  @Test
  void keepsTheQuotaHoweverManySessionsStoreAtATime() throws Exception {
    int sessions = 8;
    List<Callable<List<String>>> parallel = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      String text = Character.toString('a' + i).repeat(3_000);
      parallel.add(() -> deliver(lmtp(), mail("", text), "ada@example.org"));
    }
    ExecutorService threads = Executors.newFixedThreadPool(sessions);
    List<String> replies = new ArrayList<>();
    try {
      for (Future<List<String>> session : threads.invokeAll(parallel)) {
        replies.addAll(session.get());
      }
    } finally {
      threads.shutdown();
    }

    assertThat(replies).filteredOn("250 2.0.0"::equals).hasSize(3);
    assertThat(replies).filteredOn("552 5.2.2"::equals).hasSize(5);
    assertThat(fixture.store.mail().usages().of(List.of(ada)).get(0).bytes())
        .isBetween(9_000L, 10_000L);
    assertThat(total(ada, FolderRole.INBOX)).isEqualTo(3);
  }

  @Test
  void takesMailForAnAliasUntilAllItsAccountsAreFull() {
    List<Address> both =
        List.of(Address.parse("ada@example.org"), Address.parse("bob@example.org"));
    fixture
        .store
        .people()
        .addressEdit()
        .addAlias(Address.parse("team@example.org"), both, Tombstone.RESPECT);
    fixture.store.people().accounts().setQuota(ada, 10);
    deliver(lmtp(), mail("", "fills ada"), "team@example.org");
    deliver(lmtp(), mail("", "comes to both"), "team@example.org");
    assertThat(total(ada, FolderRole.INBOX)).isEqualTo(2);
    assertThat(total(bob, FolderRole.INBOX)).isEqualTo(2);

    fixture.store.people().accounts().setQuota(bob, 10);
    assertThat(code(mailboxes.judge(lmtp(), address("team@example.org")))).isEqualTo("552 5.2.2");
  }

  @Test
  void filesToJunkWhatATrustedFilterSays() {
    List<String> junk =
        List.of(
            "X-Spam: Yes\r\n",
            "x-spam-flag: YES\r\n",
            "X-Spam-Status: Yes, score=12.3 required=5.0\r\n\ttests=BAYES_99\r\n",
            "Authentication-Results: mx.example.org;\r\n dmarc=fail (p=reject) header.from=a.b\r\n",
            "Authentication-Results: MX.example.org 1; spf=pass (a;b); dmarc=fail\r\n",
            "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=\"a\\\" b\"; dmarc=fail\r\n",
            "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=a(\"b; dmarc=fail\r\n",
            "Authentication-Results: mx.example.org; dmarc=fail reason=\"policy=none\" (p=quarantine)\r\n");
    List<String> fine =
        List.of(
            "X-Spam-Status: No, score=1.0\r\n",
            "X-Spam-Flag: NO\r\n",
            "Authentication-Results: mx.example.net; dmarc=fail\r\n",
            "Authentication-Results: mx.example.org; dmarc=pass reason=\"; dmarc=fail\"\r\n",
            "Authentication-Results: mx.example.org; dmarc=fail (p=none dis=none)\r\n",
            "Authentication-Results: mx.example.org; dmarc=fail policy.dmarc=none\r\n",
            "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=\"; dmarc=fail\"\r\n",
            "Subject: first\r\n\r\nX-Spam: Yes\r\n");
    for (String header : junk) {
      deliver(lmtp(), mail(header, header), "ada@example.org");
      deliver(envelope(Protocol.SMTP, false, 0), mail(header, header), "bob@example.org");
    }
    fine.forEach(header -> deliver(lmtp(), mail(header, header), "ada@example.org"));

    assertThat(total(ada, FolderRole.JUNK)).isEqualTo(junk.size());
    assertThat(total(ada, FolderRole.INBOX)).isEqualTo(fine.size());
    assertThat(total(bob, FolderRole.INBOX)).as("anybody can write these").isEqualTo(junk.size());
  }

  @Test
  void makesAJunkFolderThatIsMissing() throws SQLException {
    fixture.execute("DELETE FROM folder WHERE role = 'junk' AND account = " + ada);
    deliver(lmtp(), mail("X-Spam: Yes\r\n", "x"), "ada@example.org");
    assertThat(total(ada, FolderRole.JUNK)).isEqualTo(1);
  }

  @Test
  void refusesMailThatGoesRound() {
    String hops = "Received: from a by b;\r\n\tdate\r\n";
    assertThat(deliver(lmtp(), mail(hops.repeat(3), "x"), "ada@example.org"))
        .containsExactly("250 2.0.0");
    assertThat(deliver(lmtp(), mail(hops.repeat(4), "x"), "ada@example.org", "bob@example.org"))
        .containsExactly("554 5.4.6", "554 5.4.6");
    assertThat(
            deliver(
                lmtp(),
                mail("Delivered-To: ADA@example.org\r\n", "x"),
                "ada@example.org",
                "bob@example.org"))
        .containsExactly("554 5.4.6", "250 2.0.0");
    assertThat(total(ada, FolderRole.INBOX)).isEqualTo(1);
    assertThat(total(bob, FolderRole.INBOX)).isEqualTo(1);
  }

  @Test
  void distinguishesSendersOfTheSameMessageId() {
    String id = "Message-ID: <same@example.net>\r\n";
    deliver(lmtp(), mail(id, "one"), "ada@example.org");
    deliver(lmtp(), mail(id, "two"), "ada@example.org");
    assertThat(total(ada, FolderRole.INBOX)).isEqualTo(2);
  }

  @Test
  void saysThatAnAccountIsGone() {
    Recipient recipient = accepted("ada@example.org");
    fixture.store.people().accounts().remove(ada);
    IncomingMail mail =
        new IncomingMail(
            "Q1", lmtp(), List.of(recipient), mail("", "x").getBytes(UTF_8), StoreFixture.NOW);
    assertThat(mailboxes.store(List.of(mailboxes.prepare(mail, true))).get(0))
        .extracting(StoreMailboxesTest::code)
        .containsExactly("550 5.1.1");
  }

  @Test
  void leavesTheTermsForLaterWhenItIsDegraded() throws SQLException {
    deliver(lmtp(), mail("", "a kettle boils"), false, "ada@example.org");
    assertThat(found("kettle")).isZero();
    assertThat(found(QueryParser.PARTIAL)).isEqualTo(1);
    assertThat(fixture.store.mail().search().awaitsTerms(ada)).isTrue();
    fixture.assertConsistent(ada);

    fixture.store.upkeep().indexUpkeep().completeBy(intake::terms);
    while (fixture.store.upkeep().indexUpkeep().step()) {
      // until no work remains
    }

    assertThat(found("kettle")).isEqualTo(1);
    assertThat(found(QueryParser.PARTIAL)).isZero();
    assertThat(fixture.store.mail().search().awaitsTerms(ada)).isFalse();
    fixture.assertConsistent(ada);
  }

  @Test
  void forgetsTheTermsOfAMailThatWasDeletedMeanwhile() throws SQLException {
    deliver(lmtp(), mail("", "a kettle boils"), false, "ada@example.org");
    long trash = fixture.folder(ada, FolderRole.TRASH);
    fixture.store.mail().items().refile(ada, fixture.inbox(ada), List.of(1L), trash);
    fixture.store.mail().items().delete(ada, trash, List.of(1L));

    fixture.store.upkeep().indexUpkeep().completeBy(intake::terms);
    while (fixture.store.upkeep().indexUpkeep().step()) {
      // until no work remains
    }

    assertThat(fixture.rows("SELECT COUNT(*) FROM search_fresh WHERE incomplete"))
        .containsExactly("0");
    fixture.assertConsistent(ada);
  }

  private int found(String term) {
    SearchQuery query =
        new SearchQuery(
            List.of(term), SearchQuery.Filter.NONE, SearchQuery.FROM_NEWEST, 10, 10_000);
    return fixture.store.mail().search().newest(ada, query).rows().size();
  }
}
