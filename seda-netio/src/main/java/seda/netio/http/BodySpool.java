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

/**
 * Where large bodies are put while they come in: files that have no name and vanish with their last
 * use, all together up to a limit. In memory they would add up to uploads times the size of the
 * largest. A processor writes to them what it has just read, some KiB at a time, which goes to the
 * page cache. Any thread.
 */
public final class BodySpool {
  private static final Logger log = LoggerFactory.getLogger(BodySpool.class);

  /** Each file takes at least this much of the limit, which bounds the number of open files. */
  private static final long LEAST_ROOM = 1 << 20;

  private final Path directory;
  private final Budget disk;

  /**
   * A spool in a directory, which is made.
   *
   * @param limit bytes of all files together
   */
  public BodySpool(Path directory, long limit) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.disk = new Budget(limit);
  }

  /** Bytes that are free. */
  public long left() {
    return disk.left();
  }

  /** A file for that many bytes; empty if there is no room for it now. */
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
      log.warn("no file for a body: {}", e.toString());
      return Optional.empty();
    }
  }
}
