package arashi.store.blob;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import arashi.store.blob.BlobWriter.NewBlob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("database")
class BlobWriterTest {

  private final Random random = new Random(1);
  private StoreFixture fixture;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Returns incompressible content. */
  private byte[] noise(int size) {
    byte[] content = new byte[size];
    random.nextBytes(content);
    return content;
  }

  private static NewBlob blob(byte[] content) {
    return new NewBlob(Sha256.of(content), content.length, Deflate.compress(content));
  }

  private void put(List<NewBlob> blobs) {
    fixture.transactions.write(
        tx -> {
          BlobWriter.put(tx, blobs);
          return null;
        });
  }

  private void assertStored(List<byte[]> contents) {
    for (byte[] content : contents) {
      assertThat(fixture.store.mail().blobs().read(Sha256.of(content), content.length))
          .hasValueSatisfying(read -> assertThat(read).isEqualTo(content));
    }
  }

  private long chunks() throws SQLException {
    return Long.parseLong(fixture.rows("SELECT COUNT(*) FROM blob_data").get(0));
  }

  @Test
  void storesSmallAndLargeOnesSideBySideUnderOneSequenceNumber() throws SQLException {
    List<byte[]> contents = new ArrayList<>();
    for (int size : new int[] {0, 1, 100, 3 << 20, 7, (1 << 20) + 5, 2_000_000, 9}) {
      contents.add(noise(size));
    }
    List<NewBlob> blobs = contents.stream().map(BlobWriterTest::blob).toList();
    put(blobs);

    assertStored(contents);
    assertThat(fixture.rows("SELECT COUNT(DISTINCT seq) FROM blob_data")).containsExactly("1");
    assertThat(chunks()).isEqualTo(5 + 4 + 2 + 2);
    put(blobs);
    assertThat(chunks()).as("the second time").isEqualTo(5 + 4 + 2 + 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void storesOnceWhatTwoStoreAtTheSameTime(boolean firstCommits) throws Exception {
    List<byte[]> contents = List.of(noise(10), noise(3 << 20), noise(20));
    List<NewBlob> blobs = contents.stream().map(BlobWriterTest::blob).toList();
    ExecutorService second = Executors.newSingleThreadExecutor();
    AtomicReference<Future<?>> waiting = new AtomicReference<>();
    try {
      fixture.transactions.write(
          tx -> {
            BlobWriter.put(tx, blobs.subList(0, 2));
            waiting.set(second.submit(() -> put(blobs)));
            // Works whether the second transaction already waits for the rows or has yet to start.
            if (!firstCommits) {
              throw new IllegalStateException("rolls back");
            }
            return null;
          });
      assertThat(firstCommits).isTrue();
    } catch (IllegalStateException e) {
      assertThat(firstCommits).isFalse();
    } finally {
      waiting.get().get();
      second.shutdownNow();
    }
    assertStored(contents);
    assertThat(chunks()).isEqualTo(1 + 4 + 1);
  }

  @Test
  void sweepsTheChunksOfOneBlobAndLeavesItsNeighbours() throws SQLException {
    List<byte[]> contents = List.of(noise(10), noise(2 << 20), noise(20));
    put(contents.stream().map(BlobWriterTest::blob).toList());
    for (byte[] kept : List.of(contents.get(0), contents.get(2))) {
      Map<Long, Sha256> draft = Map.of((long) kept.length, Sha256.of(kept));
      fixture.transactions.write(
          tx -> {
            BlobLinks.add(tx, 1, BlobLinks.Kind.DRAFT, draft);
            return null;
          });
    }
    Blobs.Swept swept =
        fixture.store.mail().blobs().sweep(StoreFixture.NOW.plusSeconds(1), Optional.empty(), 10);

    assertThat(swept.deleted()).isEqualTo(1);
    assertStored(List.of(contents.get(0), contents.get(2)));
    assertThat(chunks()).isEqualTo(2);
  }
}
