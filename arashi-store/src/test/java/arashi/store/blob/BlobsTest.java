package arashi.store.blob;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.database.StoreException;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class BlobsTest {

  private static final Duration GRACE = Duration.ofHours(1);

  private StoreFixture fixture;
  private long account;
  private long trash;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    account = fixture.account();
    trash = fixture.folder(account, FolderRole.TRASH);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Sha256 added(String text) {
    NewMail mail = mail(text).build();
    fixture.add(account, trash, mail);
    return Sha256.of(mail.raw());
  }

  /** Deletes permanently, without the possibility to restore. */
  private void delete(long uid) {
    fixture.store.mail().items().delete(account, trash, List.of(uid));
    fixture.store.mail().expunged().end(fixture.now.get(), 100);
  }

  private int sweepAll() {
    Instant olderThan = fixture.now.get().minus(GRACE);
    int deleted = 0;
    Optional<Sha256> at = Optional.empty();
    do {
      Blobs.Swept swept = fixture.store.mail().blobs().sweep(olderThan, at, 2);
      deleted += swept.deleted();
      at = swept.next();
    } while (at.isPresent());
    return deleted;
  }

  private boolean stored(Sha256 sha256) {
    return fixture.store.mail().blobs().read(sha256, 1_000_000).isPresent();
  }

  @Test
  void sweepsOnlyWhatNoMessageNamesAndWhatIsNotFresh() throws SQLException {
    Sha256 kept = added("kept");
    Sha256 garbage = added("garbage");
    added("more garbage");
    delete(2);
    delete(3);
    assertThat(sweepAll()).as("fresh garbage").isZero();

    fixture.now.set(StoreFixture.NOW.plus(GRACE.multipliedBy(2)));
    Sha256 fresh = added("fresh");
    delete(4);

    assertThat(sweepAll()).isEqualTo(2);
    assertThat(stored(kept)).isTrue();
    assertThat(stored(fresh)).isTrue();
    assertThat(stored(garbage)).isFalse();
    assertThat(fixture.rows("SELECT COUNT(*) FROM blob_data")).containsExactly("2");
  }

  @Test
  void keepsABlobThatIsWantedAgain() {
    Sha256 again = added("again");
    delete(1);
    fixture.now.set(StoreFixture.NOW.plus(GRACE.multipliedBy(2)));
    added("again");
    delete(2);

    assertThat(sweepAll()).isZero();
    assertThat(stored(again)).isTrue();
  }

  @Test
  void neverSweepsABlobBetweenItsStoringAndItsMessage() throws InterruptedException {
    Sha256 sha256 = added("wanted");
    delete(1);
    fixture.now.set(StoreFixture.NOW.plus(GRACE.multipliedBy(2)));
    Thread sweeper = new Thread(this::sweepAll);
    fixture.transactions.write(
        tx -> {
          BlobWriter.put(tx, List.of(new NewBlob(sha256, 64, new byte[0])));
          sweeper.start();
          // Works whether the sweeper already waits for the lock or has yet to start.
          return null;
        });
    sweeper.join();
    assertThat(stored(sha256)).isTrue();
  }

  @Test
  void saysSoWhenAStoredMailIsDamaged() throws SQLException {
    Sha256 sha256 = added("damaged");
    fixture.execute("UPDATE blob_data SET data = LEFT(data, 10)");
    assertThatThrownBy(() -> fixture.store.mail().blobs().read(sha256, 1_000))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("damaged");
  }
}
