package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Housekeeping;
import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class ExpungedTest {
  private static final Duration KEPT = Duration.ofDays(14);

  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Expunged expunged = fixture.store.mail().expunged();
  private long account;
  private long trash;
  private NewMail lost;

  @BeforeEach
  void open() {
    fixture.now.set(StoreFixture.NOW);
    account = fixture.account();
    trash = fixture.folder(account, FolderRole.TRASH);
    lost = mail("lost by " + account).flags(Flag.FLAGGED).terms("kettle").build();
  }

  private ExpungedMail deleted() {
    List<Long> uids = fixture.add(account, trash, lost);
    fixture.store.mail().items().delete(account, trash, uids);
    return expunged.list(account, -1, 10).get(0);
  }

  private boolean restore(ExpungedMail mail) {
    return expunged.restore(mail, fixture.store.mail().mailWriter().prepare(lost), trash);
  }

  private void keepHouse() {
    Housekeeping housekeeping =
        new Housekeeping(
            fixture.store,
            fixture.time,
            new Housekeeping.Limits(Duration.ofHours(1), 2, 100, KEPT, KEPT, KEPT));
    while (housekeeping.step() != Housekeeping.Next.LATER) {
      // until nothing is left
    }
  }

  @Test
  void restoresAMailOnce() throws SQLException {
    ExpungedMail mail = deleted();
    assertThat(mail.flags()).containsExactly(Flag.FLAGGED);
    assertThat(mail.receivedAt()).isEqualTo(StoreFixture.NOW);

    assertThat(restore(mail)).isTrue();
    assertThat(restore(mail)).isFalse();

    assertThat(fixture.store.mail().folders().byId(account, trash).orElseThrow().total())
        .isEqualTo(1);
    assertThat(expunged.count(account)).isZero();
    assertThat(fixture.rows("SELECT kind FROM blob_link WHERE account = " + account))
        .containsExactly("1");
    fixture.assertConsistent(account);
  }

  @Test
  void keepsTheRawMailUntilItsTimeIsOver() throws SQLException {
    Sha256 raw = deleted().sha256();
    fixture.now.updateAndGet(now -> now.plus(KEPT).minusMillis(1));
    keepHouse();
    assertThat(fixture.store.mail().blobs().read(raw, 1_000)).hasValue(lost.raw());

    fixture.now.updateAndGet(now -> now.plusMillis(1));
    keepHouse();
    assertThat(expunged.count(account)).isZero();
    assertThat(fixture.store.mail().blobs().read(raw, 1_000)).isEmpty();
    assertThat(fixture.rows("SELECT kind FROM blob_link WHERE account = " + account)).isEmpty();
  }

  @Test
  void keepsAMailThatIsDeletedAgain() {
    restore(deleted());
    List<Long> uids = List.of(2L);
    fixture.store.mail().items().delete(account, trash, uids);
    assertThat(expunged.count(account)).isEqualTo(1);
  }

  @Test
  void doesNotKeepWhatAnImportFoundTwice() {
    fixture.add(account, trash, lost);
    fixture.add(account, trash, lost);
    assertThat(expunged.count(account)).isZero();
  }

  @Test
  void goesWithItsAccount() throws SQLException {
    deleted();
    fixture.store.people().accounts().remove(account);
    assertThat(fixture.count("expunged", account)).isZero();
    assertThat(fixture.count("blob_link", account)).isZero();
  }
}
