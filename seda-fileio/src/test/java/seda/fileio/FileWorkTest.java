package seda.fileio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.EnqueueResult;

/** Files that change between two system calls, and short reads. */
class FileWorkTest {
  @TempDir Path root;

  @Test
  void readsAgainWhenTheFileChangesMeanwhile() throws Exception {
    Path file = Files.writeString(root.resolve("a.txt"), "long before ".repeat(100));
    assertThat(text(readWhile(file, () -> Files.writeString(file, "short"), 1))).isEqualTo("short");
    assertThat(text(readWhile(file, () -> Files.writeString(file, "longer again"), 1)))
        .isEqualTo("longer again");
  }

  @Test
  void endsWithWhatIsThereIfTheFileNeverStopsChanging() throws Exception {
    Path log = Files.writeString(root.resolve("growing.log"), "x".repeat(50));
    FileContent content =
        (FileContent)
            readWhile(
                log,
                () -> Files.writeString(log, "x".repeat(50), StandardOpenOption.APPEND),
                FileWork.ATTEMPTS);

    assertThat(text(content)).hasSize((int) content.stamp().size());
    assertThat(content.stamp().size())
        .as("the stamp must not vouch for what came after the reading began")
        .isLessThan(Files.size(log));
  }

  @Test
  void endsWithLessIfTheFileShrinksAtEveryReading() throws Exception {
    Path file = Files.writeString(root.resolve("a.txt"), "x".repeat(1000));
    FileResult result = readWhile(file, () -> halve(file), FileWork.ATTEMPTS);

    assertThat(text(result)).hasSizeLessThan(1000).hasSizeGreaterThan(1);
  }

  private static void halve(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
  }

  private static String text(FileResult result) {
    assertThat(result).isInstanceOf(FileContent.class);
    return StandardCharsets.ISO_8859_1.decode(((FileContent) result).bytes()).toString();
  }

  private interface Change {
    void happen() throws IOException;
  }

  /**
   * Reads one byte at a time; in each of the first {@code times} openings, the change happens after
   * one byte.
   */
  private FileResult readWhile(Path file, Change change, int times) {
    int[] openings = {0};
    FileWork work =
        new FileWork(
            real -> {
              boolean changing = openings[0]++ < times;
              return new OneByteAtATime(FileChannel.open(real), changing ? change : () -> {});
            });
    return work.perform(
        new ReadFile(FileRoot.of(root), file, 1 << 20, null, result -> EnqueueResult.FULL));
  }

  private static final class OneByteAtATime implements SeekableByteChannel {
    private final FileChannel channel;
    private final Change change;
    private int reads;

    OneByteAtATime(FileChannel channel, Change change) {
      this.channel = channel;
      this.change = change;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      if (reads++ == 1) {
        change.happen();
      }
      ByteBuffer one = ByteBuffer.allocate(1);
      int count = channel.read(one);
      if (count > 0) {
        target.put(one.flip());
      }
      return count;
    }

    @Override
    public int write(ByteBuffer source) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() throws IOException {
      return channel.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
      channel.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
