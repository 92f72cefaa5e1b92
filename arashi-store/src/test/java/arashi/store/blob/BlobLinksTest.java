package arashi.store.blob;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class BlobLinksTest {

  private StoreFixture fixture;
  private BlobLinks links;
  private long ada;
  private long bob;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    links = fixture.store.mail().links();
    ada = fixture.account();
    bob = fixture.account();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private int sweep() {
    return fixture
        .store
        .mail()
        .blobs()
        .sweep(StoreFixture.NOW.plusSeconds(1), Optional.empty(), 100)
        .deleted();
  }

  @Test
  void letOnlyThoseReadABlobWhoHaveSomethingThatNamesIt() {
    NewMail mail = mail("secret").build();
    Sha256 sha256 = Sha256.of(mail.raw());
    long trash = fixture.folder(ada, FolderRole.TRASH);
    fixture.add(ada, trash, mail);

    assertThat(links.has(ada, sha256)).isTrue();
    assertThat(links.has(bob, sha256)).isFalse();

    fixture.store.mail().items().delete(ada, trash, List.of(1L));
    assertThat(links.has(ada, sha256)).as("while it can be restored").isTrue();

    fixture.store.mail().expunged().end(StoreFixture.NOW, 100);
    assertThat(links.has(ada, sha256)).isFalse();
  }

  private void unlink(BlobLinks.Kind kind, Sha256 sha256) {
    fixture.transactions.write(
        tx -> {
          BlobLinks.remove(tx, ada, kind, Map.of(7L, sha256));
          return null;
        });
  }

  @Test
  void keepABlobThatOnlyADraftNames() {
    byte[] file = "attached".getBytes(StandardCharsets.UTF_8);
    Sha256 sha256 = Sha256.of(file);
    NewBlob blob = new NewBlob(sha256, file.length, Deflate.compress(file));
    fixture.transactions.write(
        tx -> {
          BlobWriter.put(tx, List.of(blob));
          BlobLinks.add(tx, ada, BlobLinks.Kind.DRAFT, Map.of(7L, sha256));
          BlobLinks.add(tx, ada, BlobLinks.Kind.OUTBOX, Map.of(7L, sha256));
          return null;
        });

    assertThat(sweep()).isZero();
    unlink(BlobLinks.Kind.DRAFT, sha256);
    assertThat(sweep()).as("the outbox still names it").isZero();
    assertThat(fixture.store.mail().blobs().read(sha256, 100)).hasValue(file);
    unlink(BlobLinks.Kind.OUTBOX, sha256);
    assertThat(sweep()).isEqualTo(1);
  }

  @Test
  void goWithTheirAccountButTheBlobStaysForAnother() {
    NewMail shared = mail("shared").build();
    NewMail own = mail("own").build();
    fixture.add(ada, fixture.inbox(ada), shared, own);
    fixture.add(bob, fixture.inbox(bob), shared);

    fixture.store.people().accounts().remove(ada);

    assertThat(sweep()).isEqualTo(1);
    assertThat(fixture.store.mail().blobs().open(Sha256.of(own.raw()))).isEmpty();
    assertThat(fixture.store.mail().blobs().read(Sha256.of(shared.raw()), 1_000))
        .hasValue(shared.raw());
    assertThat(links.has(ada, Sha256.of(shared.raw()))).isFalse();
    assertThat(links.has(bob, Sha256.of(shared.raw()))).isTrue();
  }
}
