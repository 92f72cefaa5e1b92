package arashi.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.QueryParser;
import arashi.mime.term.TermExtractor;
import arashi.mime.view.MailView;
import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import arashi.store.change.Change;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Message;
import arashi.store.mail.NewMail;
import arashi.store.mail.Parties;
import arashi.store.mail.Reading;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

/** Mail parsed badly by an older parser, and its re-parsing. */
@Tag("database")
class RemakerTest {
  private static final RemakeLimits LIMITS = new RemakeLimits(3, 1 << 20, Duration.ZERO);
  private static final Instant RECEIVED = Instant.parse("2025-06-01T10:00:00Z");
  private static final int MAX_BYTES = 1 << 20;

  private final Intake intake =
      new Intake(
          new MailParser(MimeLimits.DEFAULT),
          new TermExtractor(TermLimits.DEFAULT),
          Clock.system());
  private StoreFixture fixture;
  private Store store;
  private long account;
  private long inbox;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    store = fixture.store;
    account = fixture.account();
    inbox = fixture.inbox(account);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Remaker remaker(long owner) {
    return new Remaker(store, intake, fixture.time, MAX_BYTES, LIMITS, owner);
  }

  private void remake() {
    Remaker remaker = remaker(1);
    while (remaker.step()) {
      // until nothing is left
    }
  }

  private static byte[] raw(int n, String more) {
    return ("From: Ada <ada@example.org>\r\nTo: Noor <noor@example.net>\r\nSubject: Ferry "
            + n
            + "\r\nMessage-ID: <m"
            + n
            + "@example.org>\r\nDate: Sun, 1 Jun 2025 09:00:00 +0000\r\n"
            + more
            + "\r\nIt leaves at quay"
            + n
            + ".\r\n")
        .getBytes(UTF_8);
  }

  /** A mail as parsed by a primitive older parser. */
  private NewMail old(byte[] raw, Flag... flags) {
    return new NewMail(
        raw,
        RECEIVED,
        Set.of(flags),
        "=?x?",
        "=?x?",
        "(unknown)",
        "(unknown)",
        "<html>",
        true,
        Sha256.of(raw).prefix(),
        Sha256.of(raw).prefix(),
        "what an older release showed".getBytes(UTF_8),
        Set.of("mojibake"),
        new Reading(1, Optional.empty(), List.of(), Parties.NONE));
  }

  private List<Long> search(String term) {
    return store
        .mail()
        .search()
        .newest(
            account,
            new SearchQuery(List.of(term), Filter.NONE, SearchQuery.FROM_NEWEST, 1_000, 100_000))
        .rows()
        .stream()
        .map(Item::uid)
        .sorted()
        .toList();
  }

  private Message message(long uid) {
    return store.mail().messages().get(account, inbox, uid).orElseThrow();
  }

  private List<NewMail> old(int count) {
    List<NewMail> mails = new ArrayList<>();
    for (int n = 1; n <= count; n++) {
      mails.add(old(raw(n, "")));
    }
    return mails;
  }

  @Test
  void keepsTheMarkOfFilesOnDrafts() {
    // a draft's attachments are not in its raw mail
    List<Long> uids = fixture.add(account, inbox, old(raw(1, ""), Flag.DRAFT), old(raw(2, "")));

    remake();

    assertThat(message(uids.get(0)).item().hasAttachment()).isTrue();
    assertThat(message(uids.get(1)).item().hasAttachment()).isFalse();
  }

  @Test
  void makesAllAnewThatIsMadeOfTheRawMail() throws SQLException {
    List<Long> uids = fixture.add(account, inbox, old(raw(1, ""), Flag.FLAGGED, Flag.SEEN));
    Item before = message(uids.get(0)).item();

    remake();

    Message message = message(uids.get(0));
    Item item = message.item();
    assertThat(item.message()).isEqualTo(before.message());
    assertThat(item.receivedAt()).isEqualTo(RECEIVED);
    assertThat(item.flags()).containsExactlyInAnyOrder(Flag.FLAGGED, Flag.SEEN);
    assertThat(item.from()).isEqualTo("Ada");
    assertThat(item.subject()).isEqualTo("Ferry 1");
    assertThat(item.preview()).isEqualTo("It leaves at quay1.");
    assertThat(item.hasAttachment()).isFalse();
    assertThat(MailView.decode(message.display()).text()).contains("quay1");
    assertThat(search("mojibake")).isEmpty();
    assertThat(search("quay1")).isEqualTo(uids);
    assertThat(fixture.rows("SELECT parser FROM message"))
        .containsExactly(Integer.toString(MailParser.VERSION));
    assertThat(fixture.rows("SELECT subject_key, from_key, sent_at FROM item"))
        .containsExactly("ferry 1 ada " + Instant.parse("2025-06-01T09:00:00Z").toEpochMilli());
    fixture.assertConsistent(account);
  }

  @Test
  void showsTheRecipientsOfMailThatWasSent() {
    long sent = fixture.folder(account, FolderRole.SENT);
    List<Long> uids = fixture.add(account, sent, old(raw(1, "")));
    store.mail().items().refile(account, sent, uids, inbox);

    remake();

    assertThat(message(1).item().from()).isEqualTo("Noor");
  }

  @Test
  void writesOnlyRowsThatChangedToTheLog() throws SQLException {
    NewMail right = intake.take(raw(1, ""), Optional.of(RECEIVED), MailFlags.NONE).mail();
    fixture.add(account, inbox, right, old(raw(2, "")));
    fixture.execute("UPDATE message SET parser = 1");
    long before = store.mail().changes().modSeq(account).orElseThrow();

    remake();

    assertThat(store.mail().changes().since(account, before, 100).orElseThrow().entries())
        .flatExtracting(arashi.store.change.ChangeLog.Entry::changes)
        .containsExactly(new Change.Changed(inbox, 2, message(2).item().message(), 0));
    fixture.assertConsistent(account);
  }

  @Test
  void leavesMailAloneThatThisVersionHasRead() throws SQLException {
    NewMail mail = intake.take(raw(1, ""), Optional.of(RECEIVED), MailFlags.NONE).mail();
    fixture.add(account, inbox, mail);
    fixture.execute("UPDATE item SET subject = 'as it was'");
    remake();
    assertThat(message(1).item().subject()).isEqualTo("as it was");

    assertThat(store.upkeep().remaking().mark(OptionalLong.of(account))).isEqualTo(1);
    assertThat(
            store.upkeep().remaking().left(OptionalLong.of(account), MailParser.VERSION).accounts())
        .isEqualTo(1);
    remake();
    assertThat(message(1).item().subject()).as("asked for").isEqualTo("Ferry 1");
    assertThat(store.upkeep().remaking().left(OptionalLong.empty(), MailParser.VERSION).accounts())
        .isZero();
  }

  @Test
  void goesOnAfterAMailThatCannotBeRead() throws SQLException {
    fixture.add(account, inbox, old(8));
    String lost =
        fixture
            .rows(
                "SELECT HEX(m.sha256) FROM message m JOIN item i ON i.message = m.message WHERE"
                    + " i.uid = 4")
            .get(0);
    fixture.execute("DELETE FROM `blob` WHERE sha256 = UNHEX('" + lost + "')");

    remake();

    for (long uid = 1; uid <= 8; uid++) {
      assertThat(message(uid).item().subject()).isEqualTo(uid == 4 ? "(unknown)" : "Ferry " + uid);
    }
    assertThat(search("mojibake")).containsExactly(4L);
    assertThat(store.upkeep().remaking().left(OptionalLong.empty(), MailParser.VERSION).accounts())
        .isZero();
  }

  @Test
  void doesEachMailOnceThoughProcessesFollowEachOther() throws SQLException {
    fixture.add(account, inbox, old(20));
    long owner = 1;
    while (store.upkeep().remaking().next(-1, MailParser.VERSION).isPresent()) {
      Remaker mortal = remaker(owner++);
      for (int i = 0; i < 5; i++) { // writes a batch and parses part of the next
        mortal.step();
      }
      fixture.assertConsistent(account);
      fixture.now.updateAndGet(now -> now.plus(Remaker.LEASE).plusMillis(1));
    }
    assertThat(owner).as("processes").isGreaterThan(5);
    assertThat(search("mojibake")).isEmpty();
    assertThat(search("ferry")).hasSize(20);
    assertThat(fixture.rows("SELECT DISTINCT parser FROM message"))
        .containsExactly(Integer.toString(MailParser.VERSION));
  }

  @Test
  void twoNodesDoDifferentAccounts() throws SQLException {
    long other = fixture.account();
    fixture.add(account, inbox, old(9));
    fixture.add(other, fixture.inbox(other), old(9));
    Remaker one = remaker(1);
    Remaker two = remaker(2);
    one.step();
    two.step(); // the first account is leased
    two.step();
    assertThat(fixture.rows("SELECT remake_owner FROM account ORDER BY id"))
        .containsExactly("1", "2");
    boolean more = true;
    while (more) {
      more = one.step();
      more |= two.step();
    }
    assertThat(store.upkeep().remaking().left(OptionalLong.empty(), MailParser.VERSION).accounts())
        .isZero();
    fixture.assertConsistent(account);
    fixture.assertConsistent(other);
  }

  @Test
  void passesOverMailThatIsDeletedMeanwhile() throws SQLException {
    fixture.add(account, inbox, old(4));
    Remaker remaker = remaker(1);
    for (int i = 0; i < 3; i++) {
      remaker.step(); // has parsed some mails and written none
    }
    assertThat(search("mojibake")).hasSize(4);
    long trash = fixture.folder(account, FolderRole.TRASH);
    store
        .mail()
        .items()
        .delete(
            account,
            trash,
            store.mail().items().refile(account, inbox, List.of(3L, 4L), trash).uids().values());
    while (remaker.step()) {
      // until nothing is left
    }
    assertThat(search("ferry")).containsExactly(1L, 2L);
    fixture.assertConsistent(account);
  }

  @Test
  void joinsConversationsThatTheOlderParserDidNotSee() throws SQLException {
    fixture.add(
        account,
        inbox,
        old(raw(1, "")),
        old(raw(2, "In-Reply-To: <m1@example.org>\r\n")),
        old(raw(3, "References: <m1@example.org> <m2@example.org>\r\n")));
    assertThat(threads()).hasSize(3);

    remake();

    assertThat(threads()).hasSize(1);
    fixture.assertConsistent(account);
  }

  private List<String> threads() throws SQLException {
    return fixture.rows("SELECT DISTINCT thread FROM message");
  }

  private static FoundMail found(byte[] raw) {
    MailMarks marks =
        new MailMarks(
            MailFlags.NONE, false, false, Optional.empty(), Set.of("Work & Ferry", "仕事"), "");
    return new FoundMail(raw, Optional.of(RECEIVED), marks, Optional.empty(), "a.mbox");
  }

  @Test
  void keywordsOfImportedMailAreKeptAndFindIt() throws SQLException {
    NewMail mail = intake.take(found(raw(1, ""))).mail();
    fixture.add(account, inbox, mail);
    fixture.add(account, inbox, mail); // a duplicate
    Item item = message(1).item();
    assertThat(store.mail().messages().keywords(account, item.message()))
        .containsExactly("Work & Ferry", "仕事");
    assertThat(fixture.count("keyword", account)).isEqualTo(2);
    assertThat(fixture.count("item_keyword", account)).isEqualTo(2);
    List<String> typed = QueryParser.parse("label:work", ZoneOffset.UTC, 10).terms();
    assertThat(search(typed.get(0))).containsExactly(1L);

    store.upkeep().remaking().mark(OptionalLong.empty());
    remake();
    assertThat(search(typed.get(0))).containsExactly(1L);

    long trash = fixture.folder(account, FolderRole.TRASH);
    store.mail().items().refile(account, inbox, List.of(1L), trash);
    assertThat(store.mail().messages().keywords(account, item.message())).hasSize(2);
    store.mail().items().delete(account, trash, List.of(1L));
    assertThat(fixture.count("item_keyword", account)).isZero();
  }

  @Test
  void keywordsOfAnAccountAreBounded() throws SQLException {
    for (int n = 0; n < 21; n++) {
      List<String> words = new ArrayList<>();
      for (int w = 0; w < 120; w++) {
        words.add("word " + n + "." + w);
      }
      NewMail mail = old(raw(n, ""));
      fixture.add(
          account,
          inbox,
          mail.withReading(new Reading(1, Optional.empty(), List.of(), Parties.NONE, words)));
    }
    assertThat(fixture.count("keyword", account)).isEqualTo(2_000);
    assertThat(fixture.count("item_keyword", account)).isEqualTo(2_000);
    assertThat(store.mail().messages().keywords(account, message(1).item().message())).hasSize(100);
  }

  @Test
  void givesMailItsTermsThatCameWithoutThem() throws SQLException {
    fixture.add(account, inbox, old(raw(1, "")));
    fixture.execute("UPDATE search_fresh SET incomplete = TRUE");

    remake();

    assertThat(search("quay1")).containsExactly(1L);
    assertThat(store.mail().search().awaitsTerms(account)).isFalse();
  }
}
