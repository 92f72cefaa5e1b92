package db.migrations;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lock of an embedded server's owner; the system releases it when that process dies. */
final class OwnerLock implements AutoCloseable {

  /** Beyond the text, because some systems make a locked range unreadable for others. */
  private static final long LOCKED_BYTE = 1 << 20;

  private final FileChannel channel;

  private OwnerLock(FileChannel channel) {
    this.channel = channel;
  }

  static OwnerLock take(Path dir) throws IOException, DataInUseException {
    Path file = dir.resolve("owner.lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = channel.tryLock(LOCKED_BYTE, 1, false);
    } catch (OverlappingFileLockException e) {
      lock = null; // held by this process
    }
    if (lock == null) {
      channel.close();
      throw new DataInUseException(dir, Files.readString(file).strip());
    }
    String pid = Long.toString(ProcessHandle.current().pid());
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    return new OwnerLock(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
