package seda.netio.http;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Budget;
import seda.netio.FileModes;

/**
 * Temporary storage of large request bodies while they are received: unlinked files with a common
 * size limit. In memory, they could take the number of uploads times the largest size. A processor
 * writes each read, some KiB, to the page cache. Thread-safe.
 */
public final class BodySpool {
  private static final Logger log = LoggerFactory.getLogger(BodySpool.class);

  /** Each file takes at least this much of the limit, which bounds the number of open files. */
  private static final long LEAST_ROOM = 1 << 20;

  private final Path directory;
  private final Budget disk;

  /**
   * Creates a spool and its directory.
   *
   * @param directory directory of the files
   * @param limit size of all files together, in bytes
   */
  public BodySpool(Path directory, long limit) throws IOException {
    this.directory =
        Files.createDirectories(directory, FileModes.of(directory, FileModes.PRIVATE_DIRECTORY));
    this.disk = new Budget(limit);
  }

  /** Returns the free bytes. */
  public long left() {
    return disk.left();
  }

  /** Opens a file for that many bytes; empty if it does not fit or the file cannot be created. */
  Optional<SpooledBody> open(long bytes) {
    Optional<Budget.Lease> room = disk.tryLease(Math.max(bytes, LEAST_ROOM));
    return room.isEmpty() ? Optional.empty() : open(room.get());
  }

  private Optional<SpooledBody> open(Budget.Lease room) {
    try {
      Path file = Files.createTempFile(directory, "body", ".part");
      return Optional.of(
          new SpooledBody(
              FileChannel.open(
                  file,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE,
                  StandardOpenOption.DELETE_ON_CLOSE),
              room));
    } catch (IOException e) {
      room.close();
      log.warn("cannot create a file for a request body: {}", e.toString());
      return Optional.empty();
    }
  }
}
