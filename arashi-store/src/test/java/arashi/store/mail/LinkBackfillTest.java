package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Housekeeping;
import arashi.store.StoreFixture;
import arashi.store.blob.Blobs;
import arashi.store.blob.Sha256;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mail of an earlier release: its chunks are keyed by hash, and it has no links. */
class LinkBackfillTest {

  private static final int MAILS = 25;
  private static final Duration GRACE = Duration.ofDays(1);

  private StoreFixture fixture;
  private LinkBackfill backfill;
  private long account;
  private long inbox;
  private List<NewMail> old;

  @BeforeEach
  void open() throws SQLException {
    fixture = new StoreFixture();
    backfill = fixture.store.backfill();
    account = fixture.account();
    inbox = fixture.inbox(account);
    old = StoreFixture.mails("old", MAILS);
    fixture.add(account, inbox, old);
    makeOld();
    fixture.now.updateAndGet(now -> now.plus(GRACE.multipliedBy(2)));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void makeOld() throws SQLException {
    fixture.execute(
        "INSERT INTO blob_chunk (sha256, n, data) SELECT b.sha256, d.n - b.first_chunk,"
            + " d.data FROM `blob` b JOIN blob_data d ON d.seq = b.seq AND d.n ="
            + " b.first_chunk",
        "DELETE FROM blob_data",
        "UPDATE `blob` SET seq = NULL, first_chunk = 0",
        "DELETE FROM blob_link",
        "DELETE FROM thread_ref",
        "DELETE FROM change_log",
        "UPDATE account SET modseq = 0, linked_to = -1",
        "UPDATE message SET parser = 0");
  }

  private int sweep() {
    Blobs.Swept swept =
        fixture.store.blobs().sweep(fixture.now.get().minus(GRACE), Optional.empty(), 1_000);
    return swept.deleted();
  }

  private void assertAllReadable() {
    for (NewMail mail : old) {
      Sha256 sha256 = Sha256.of(mail.raw());
      assertThat(fixture.store.links().has(account, sha256)).isTrue();
      assertThat(fixture.store.blobs().read(sha256, 10_000)).hasValue(mail.raw());
    }
  }

  @Test
  void oldMailIsReadAndKeptBeforeItsBackfill() {
    assertThat(sweep()).isZero();
    assertAllReadable();
  }

  @Test
  void stepsMakeWhatIsMissingAndGoOnWhereTheLastEnded() throws SQLException {
    assertThat(backfill.step(account, 10)).isTrue();
    assertThat(fixture.count("blob_link", account)).isEqualTo(10);
    // The work of a killed process stays; mail added or deleted meanwhile is correct, too.
    long trash = fixture.folder(account, FolderRole.TRASH);
    fixture.add(account, inbox, mail("new").build());
    Refiled refiled = fixture.store.items().refile(account, inbox, List.of(1L, 20L), trash);
    fixture.store.items().delete(account, trash, refiled.uids().values());

    int steps = 1;
    while (backfill.step(account, 10)) {
      steps++;
    }
    assertThat(steps).isEqualTo(2);
    assertThat(backfill.step(account, 10)).as("once more").isFalse();
    fixture.assertConsistent(account);
    assertThat(sweep()).as("while they can be restored").isZero();
    fixture.store.expunged().end(fixture.now.get(), 100);
    assertThat(sweep()).as("those that were deleted").isEqualTo(2);
  }

  @Test
  void oldThreadsGoOn() throws SQLException {
    NewMail reply =
        mail("reply").thread(old.get(3).messageIdHash()).build(); // its thread is unknown
    fixture.add(account, inbox, reply);
    while (backfill.step(account, 7)) {
      // until nothing is left
    }
    fixture.assertConsistent(account);
    long uid = MAILS + 1L;
    long thread = fixture.store.messages().get(account, inbox, uid).orElseThrow().thread();
    assertThat(fixture.store.messages().get(account, inbox, 4).orElseThrow().thread())
        .isEqualTo(thread);
  }

  @Test
  void housekeepingCompletesEveryAccountAndSweepsOnlyWhatIsGarbage() throws SQLException {
    long other = fixture.account();
    fixture.add(other, fixture.inbox(other), mail("other").build());
    fixture.store.items().delete(account, inbox, List.of(5L));
    long trash = fixture.folder(account, FolderRole.TRASH);
    fixture.store.items().delete(account, trash, List.of(1L));
    Housekeeping housekeeping =
        new Housekeeping(
            fixture.store,
            fixture.time,
            new Housekeeping.Limits(GRACE, 100, 4, 1_000, GRACE, Duration.ZERO, GRACE));
    int steps = 1;
    while (housekeeping.step() != Housekeeping.Next.LATER) {
      steps++;
    }
    assertThat(steps).isGreaterThan(MAILS / 4);
    fixture.assertConsistent(account);
    fixture.assertConsistent(other);
    assertThat(fixture.rows("SELECT id FROM account WHERE linked_to <> 9223372036854775807"))
        .isEmpty();
    assertThat(fixture.rows("SELECT COUNT(*) FROM blob_chunk")).containsExactly("" + (MAILS - 1));
  }
}
