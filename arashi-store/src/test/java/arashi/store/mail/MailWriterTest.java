package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import arashi.store.blob.Blobs;
import arashi.store.blob.Sha256;
import arashi.store.database.StoreException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class MailWriterTest {

  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final MailWriter writer = fixture.store.mail().mailWriter();
  private long account;
  private long inbox;

  @BeforeEach
  void newAccount() {
    account = fixture.account();
    inbox = fixture.inbox(account);
  }

  @Test
  void mailOfOnesOwnIsListedByItsRecipients() {
    long account = fixture.account();
    long sent = fixture.folder(account, FolderRole.SENT);
    long archive = fixture.folder(account, FolderRole.ARCHIVE);
    long inbox = fixture.inbox(account);
    long uid = fixture.add(account, sent, mail("own").from("me").build()).get(0);
    fixture.add(account, inbox, mail("other").from("you").build());

    Item own = fixture.store.mail().items().get(account, sent, uid).orElseThrow();
    assertThat(own.from()).isEqualTo("to me");
    assertThat(own.flags()).containsExactly(Flag.OUTGOING);
    Order bySender = new Order(Sort.SENDER, false);
    fixture.store.mail().items().refile(account, sent, List.of(uid), inbox);
    assertThat(fixture.store.mail().items().first(account, inbox, bySender, 9).rows())
        .extracting(Item::from)
        .as("sorted by what is shown, wherever it is")
        .containsExactly("to me", "you");
    assertThat(fixture.store.mail().items().first(account, archive, bySender, 9).rows()).isEmpty();
  }

  @Test
  void givesUidsInTheOrderOfTheBatch() {
    List<Added> added =
        writer.add(
            account, inbox, List.of(mail("b").build(), mail("a").build(), mail("c").build()));

    assertThat(added).extracting(Added::uid).containsExactly(1L, 2L, 3L);
    assertThat(fixture.store.mail().items().get(account, inbox, 2).orElseThrow().preview())
        .isEqualTo("a");
  }

  @Test
  void storesTheSameBytesOnceInAFolder() throws SQLException {
    NewMail once = mail("once").terms("x").build();
    assertThat(writer.add(account, inbox, List.of(once, once)))
        .satisfiesExactly(
            first -> assertThat(first).isInstanceOf(Added.New.class),
            second -> assertThat(second).isEqualTo(new Added.Duplicate(1)));
    assertThat(writer.add(account, inbox, List.of(mail("other").build(), once)))
        .satisfiesExactly(
            first -> assertThat(first).isInstanceOf(Added.New.class),
            second -> assertThat(second).isEqualTo(new Added.Duplicate(1)));

    assertThat(fixture.store.mail().folders().byId(account, inbox).orElseThrow().total())
        .isEqualTo(2);
    fixture.assertConsistent(account);
  }

  @Test
  void storesTheSameBytesAsTwoItemsAndOneBlobInTwoFolders() throws SQLException {
    NewMail same = mail("same in two folders").build();
    long archive = fixture.folder(account, FolderRole.ARCHIVE);

    writer.add(account, inbox, List.of(same));
    writer.add(account, archive, List.of(same));

    assertThat(fixture.count("message", account)).isEqualTo(2);
    assertThat(
            fixture.rows(
                "SELECT COUNT(*) FROM `blob` WHERE sha256 = x'"
                    + Sha256.of(same.raw()).hex()
                    + "'"))
        .containsExactly("1");
    fixture.assertConsistent(account);
  }

  @Test
  void storesABatchOnceWhenItIsAddedByTwoThreadsToTwoFolders() throws Exception {
    long archive = fixture.folder(account, FolderRole.ARCHIVE);
    List<NewMail> mails = StoreFixture.mails("twice", 200);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<Added>>> calls = new ArrayList<>();
      for (long folder : new long[] {inbox, archive, inbox, archive}) {
        calls.add(threads.submit(() -> writer.add(account, folder, mails)));
      }
      for (Future<List<Added>> call : calls) {
        assertThat(call.get()).hasSize(200);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(fixture.store.mail().folders().byId(account, inbox).orElseThrow().total())
        .isEqualTo(200);
    assertThat(fixture.store.mail().folders().byId(account, archive).orElseThrow().total())
        .isEqualTo(200);
    fixture.assertConsistent(account);
  }

  @Test
  void leavesNothingOfABatchThatFailsHalfWay() throws SQLException {
    List<NewMail> mails = new ArrayList<>(StoreFixture.mails("half", 10));
    byte[] tooLargeForTheColumn = new byte[(1 << 24) + 1];
    NewMail last = mail("the last").terms("left", "behind").build();
    mails.add(
        new NewMail(
            last.raw(),
            last.receivedAt(),
            last.flags(),
            last.from(),
            last.fromKey(),
            last.subject(),
            last.subjectKey(),
            last.preview(),
            last.hasAttachment(),
            last.messageIdHash(),
            last.thread(),
            tooLargeForTheColumn,
            last.terms(),
            last.reading()));
    Folder before = fixture.store.mail().folders().byId(account, inbox).orElseThrow();
    String blobs = fixture.rows("SELECT COUNT(*) FROM `blob`").get(0);

    assertThatThrownBy(() -> writer.add(account, inbox, mails)).isInstanceOf(StoreException.class);

    assertThat(fixture.store.mail().folders().byId(account, inbox)).contains(before);
    for (String table : List.of("item", "message", "search_fresh", "search_segment")) {
      assertThat(fixture.count(table, account)).as(table).isZero();
    }
    assertThat(fixture.rows("SELECT COUNT(*) FROM `blob`")).containsExactly(blobs);
  }

  @Test
  void findsAFreeMessageIdForMailsThatWouldHaveTheSame() throws SQLException {
    NewMail first = mail("first").build();
    writer.add(account, inbox, List.of(first));
    long taken = fixture.store.mail().items().get(account, inbox, 1).orElseThrow().message();
    // The same mail in other folders asks for the same id each time.
    for (FolderRole role : List.of(FolderRole.SENT, FolderRole.ARCHIVE, FolderRole.JUNK)) {
      writer.add(account, fixture.folder(account, role), List.of(first));
    }
    assertThat(
            fixture.rows(
                "SELECT message FROM message WHERE account = " + account + " ORDER BY message"))
        .containsExactly("" + taken, "" + (taken + 1), "" + (taken + 2), "" + (taken + 3));
  }

  @Test
  void believesNoDateBefore1970OrAfterTomorrow() {
    writer.add(
        account,
        inbox,
        List.of(
            mail("old").receivedAt(Instant.parse("1904-01-01T00:00:00Z")).build(),
            mail("future").receivedAt(Instant.parse("2104-01-01T00:00:00Z")).build(),
            mail("absurd").receivedAt(Instant.MAX).build()));

    Items items = fixture.store.mail().items();
    Instant tomorrow = StoreFixture.NOW.plusSeconds(86_400);
    assertThat(items.get(account, inbox, 1).orElseThrow().receivedAt()).isEqualTo(Instant.EPOCH);
    assertThat(items.get(account, inbox, 2).orElseThrow().receivedAt()).isEqualTo(tomorrow);
    assertThat(items.get(account, inbox, 3).orElseThrow().receivedAt()).isEqualTo(tomorrow);
  }

  @Test
  void cutsLongTextsBetweenCharacters() throws SQLException {
    String astral = "𝒳".repeat(300);
    writer.add(
        account,
        inbox,
        List.of(mail("long").from(astral).subject("é".repeat(300)).terms("日".repeat(40)).build()));

    Item item = fixture.store.mail().items().get(account, inbox, 1).orElseThrow();
    assertThat(item.from()).isEqualTo("𝒳".repeat(255));
    assertThat(item.subject()).isEqualTo("é".repeat(255));
    assertThat(
            fixture.rows(
                "SELECT CONVERT(SUBSTRING(terms, 3) USING utf8mb4) FROM search_fresh WHERE account"
                    + " = "
                    + account))
        .containsExactly("日".repeat(22));
    assertThat(
            fixture.store.mail().search().newest(account, SearchTest.query("日".repeat(40))).rows())
        .hasSize(1);
  }

  @Test
  void keepsTheRawMailByteForByte() {
    byte[] raw = new byte[5_000_000];
    new Random(1).nextBytes(raw);
    NewMail text = mail("large").build();
    NewMail large =
        new NewMail(
            raw,
            text.receivedAt(),
            Set.of(),
            "",
            "",
            "",
            "",
            "",
            true,
            0,
            0,
            new byte[0],
            Set.of(),
            text.reading());
    writer.add(account, inbox, List.of(large));

    Blobs blobs = fixture.store.mail().blobs();
    Sha256 sha256 = fixture.store.mail().messages().get(account, inbox, 1).orElseThrow().sha256();
    assertThat(blobs.read(sha256, raw.length))
        .hasValueSatisfying(it -> assertThat(it).isEqualTo(raw));
    assertThat(blobs.open(sha256)).hasValueSatisfying(in -> assertThat(in).hasBinaryContent(raw));
    assertThatIllegalArgumentException().isThrownBy(() -> blobs.read(sha256, raw.length - 1));
    assertThat(blobs.read(Sha256.of(new byte[1]), 10)).isEqualTo(Optional.empty());
  }

  @Test
  void refusesABatchThatIsTooLarge() {
    List<NewMail> many = Collections.nCopies(MailWriter.MAX_BATCH + 1, mail("m").build());
    assertThatIllegalArgumentException().isThrownBy(() -> writer.add(account, inbox, many));
  }

  @Test
  void refusesAFolderThatIsNotThere() {
    assertThatThrownBy(() -> writer.add(account, 99, List.of(mail("m").build())))
        .isInstanceOf(NoSuchFolderException.class);
  }

  /** Preparing needs no database, so many threads can prepare while one writes. */
  @Test
  void storesWhatOtherThreadsPrepared() throws Exception {
    List<NewMail> mails = StoreFixture.mails("prepared", 40);
    MailWriter withoutDatabase = new MailWriter(null, fixture.time);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<PreparedMail>> calls = new ArrayList<>();
      for (NewMail mail : mails) {
        calls.add(threads.submit(() -> withoutDatabase.prepare(mail)));
      }
      List<PreparedMail> prepared = new ArrayList<>();
      for (Future<PreparedMail> call : calls) {
        prepared.add(call.get());
      }
      assertThat(writer.addPrepared(account, inbox, prepared))
          .allMatch(added -> added instanceof Added.New)
          .hasSize(40);
      assertThat(writer.add(account, inbox, mails))
          .allMatch(added -> added instanceof Added.Duplicate)
          .hasSize(40);
    } finally {
      threads.shutdownNow();
    }
  }
}
