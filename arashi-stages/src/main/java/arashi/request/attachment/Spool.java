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
import seda.netio.FileModes;
import seda.netio.http.HttpResponse;

/**
 * Holds large responses for slow clients in unnamed files that are deleted at their last use, up to
 * a total limit. In memory they could take the number of connections times the largest mail.
 * Thread-safe.
 */
public final class Spool {
  private static final Logger log = LoggerFactory.getLogger(Spool.class);

  private final Path directory;
  private final int threshold;
  private final Budget disk;

  /**
   * Creates a spool in a directory.
   *
   * @param threshold maximum size of responses that stay in memory, in bytes
   * @param limit total bytes of all files
   */
  public Spool(Path directory, int threshold, long limit) throws IOException {
    this.directory =
        Files.createDirectories(directory, FileModes.of(directory, FileModes.PRIVATE_DIRECTORY));
    this.threshold = threshold;
    this.disk = new Budget(limit);
  }

  /**
   * Sets the body of a response, in memory or in a file.
   *
   * @return empty if the file does not fit now
   * @throws IOException if the file cannot be written
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
      log.warn("cannot close a spool file", e);
    }
  }
}
