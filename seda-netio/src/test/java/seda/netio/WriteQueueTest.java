package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteQueueTest {
  private final ByteBuffer[] gather = new ByteBuffer[4];
  private final WriteQueue queue = new WriteQueue();

  /** Takes a random number of bytes at a time, often none. */
  private static final class RandomOutlet implements Outlet {
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final Random random;
    private final int most;

    RandomOutlet(int seed, int most) {
      this.random = new Random(seed);
      this.most = most;
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
      int room = random.nextInt(3) == 0 ? 0 : random.nextInt(most);
      int total = 0;
      for (int i = offset; i < offset + length; i++) {
        byte[] bytes = new byte[Math.min(room - total, sources[i].remaining())];
        sources[i].get(bytes);
        taken.writeBytes(bytes);
        total += bytes.length;
      }
      return total;
    }

    @Override
    public long transferFrom(FileChannel file, long position, long count) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate((int) count);
      file.read(bytes, position);
      return write(new ByteBuffer[] {bytes.flip()}, 0, 1);
    }
  }

  private static byte[] randomBytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  @Test
  void writesAllInOrderHoweverLittleTheOutletTakes(@TempDir Path folder) throws Exception {
    byte[] content = randomBytes(new Random(7), 5000);
    Path file = Files.write(folder.resolve("file"), content);
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      for (int i = 0; i < 30; i++) {
        byte[] bytes = randomBytes(random, random.nextInt(2000));
        switch (random.nextInt(4)) {
          case 0 -> queue.add(ByteBuffer.wrap(bytes).asReadOnlyBuffer(), null);
          case 1 -> queue.add(direct(bytes), null);
          case 2 -> {
            bytes = randomBytes(random, 150_000);
            queue.add(ByteBuffer.wrap(bytes), null);
          }
          default -> {
            int offset = random.nextInt(2000);
            int length = random.nextInt(3000);
            queue.add(FileRegion.owned(FileChannel.open(file), offset, length));
            bytes = Arrays.copyOfRange(content, offset, offset + length);
          }
        }
        expected.writeBytes(bytes);
      }
      assertThat(queue.pending()).isEqualTo(expected.size());

      RandomOutlet outlet = new RandomOutlet(seed, 100_000);
      long written = 0;
      while (!queue.isEmpty()) {
        written += queue.writeTo(outlet, gather);
        assertThat(queue.pending()).isEqualTo(expected.size() - written);
      }

      assertThat(outlet.taken.toByteArray()).as("seed " + seed).isEqualTo(expected.toByteArray());
      assertThat(gather).containsOnlyNulls();
    }
  }

  @Test
  void givesPooledBuffersBackOnceTheyAreWrittenOrGivenUp() throws Exception {
    BufferPool pool = new BufferPool(100, 10);
    for (int i = 0; i < 6; i++) {
      queue.add(pool.take().put(new byte[50]).flip(), pool);
    }
    while (queue.pending() > 100) {
      queue.writeTo(new RandomOutlet(3, 60), gather);
    }
    assertThat(pool.taken()).isLessThan(6);

    queue.release();

    assertThat(pool.taken()).isZero();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.pending()).isZero();
  }

  @Test
  void closesOwnedFilesThatItGivesUpAndNoOthers(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[10]);
    FileChannel owned = FileChannel.open(file);
    try (FileChannel shared = FileChannel.open(file)) {
      queue.add(FileRegion.owned(owned, 0, 10));
      queue.add(new FileRegion(shared, 0, 10, () -> {}));

      queue.release();

      assertThat(owned.isOpen()).isFalse();
      assertThat(shared.isOpen()).isTrue();
    }
  }

  @Test
  void failsOnAFileThatIsShorterThanWasPromised(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[10]);
    try (FileChannel channel = FileChannel.open(file)) {
      queue.add(new FileRegion(channel, 5, 6, () -> {}));
      RandomOutlet target = new RandomOutlet(1, 1000);

      assertThatThrownBy(
              () -> {
                while (true) {
                  queue.writeTo(target, gather);
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("shorter");
      assertThat(target.taken.size()).isEqualTo(5);
    }
  }
}
