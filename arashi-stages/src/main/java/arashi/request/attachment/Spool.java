package arashi.request.attachment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Budget;
import seda.netio.http.HttpResponse;

/**
 * Where large answers wait for slow clients: files that have no name and vanish with their last
 * use, all together up to a limit. In memory they would add up to connections times the size of the
 * largest mail. Any thread.
 */
public final class Spool {
  private static final Logger log = LoggerFactory.getLogger(Spool.class);

  private final Path directory;
  private final int threshold;
  private final Budget disk;

  /**
   * A spool below a directory.
   *
   * @param threshold answers up to this many bytes stay in memory
   * @param limit bytes of all files together
   */
  public Spool(Path directory, int threshold, long limit) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.threshold = threshold;
    this.disk = new Budget(limit);
  }

  /**
   * Gives an answer its body, from memory or from a file.
   *
   * @return empty if there is no room for the file now
   * @throws IOException if it can't be written
   */
  Optional<HttpResponse> body(HttpResponse response, String contentType, byte[] content)
      throws IOException {
    if (content.length <= threshold) {
      return Optional.of(response.body(contentType, content));
    }
    Optional<Budget.Lease> lease = disk.tryLease(content.length);
    if (lease.isEmpty()) {
      return Optional.empty();
    }
    FileChannel channel;
    try {
      channel = write(content);
    } catch (IOException | RuntimeException e) {
      lease.get().close();
      throw e;
    }
    return Optional.of(
        response.sharedFile(
            contentType, channel, 0, content.length, () -> release(channel, lease.get())));
  }

  private FileChannel write(byte[] content) throws IOException {
    FileChannel channel =
        FileChannel.open(
            Files.createTempFile(directory, "answer", ".part"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void release(FileChannel channel, Budget.Lease lease) {
    lease.close();
    try {
      channel.close();
    } catch (IOException e) {
      log.warn("a file of the spool can't be closed", e);
    }
  }
}
