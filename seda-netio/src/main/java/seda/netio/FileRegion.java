package seda.netio;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A part of a file, to be sent without passing through this process where the system can do that.
 *
 * @param channel open for reading
 * @param offset of the first byte
 * @param length in bytes
 * @param released run once, on any thread, when the region was sent or given up
 */
public record FileRegion(FileChannel channel, long offset, long length, Runnable released) {
  private static final Logger log = LoggerFactory.getLogger(FileRegion.class);

  /** Checks the values. */
  public FileRegion {
    Objects.requireNonNull(channel, "channel");
    Objects.requireNonNull(released, "released");
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException("file region of " + length + " bytes at " + offset);
    }
  }

  /** A part of a file that is closed then. */
  public static FileRegion owned(FileChannel channel, long offset, long length) {
    return new FileRegion(channel, offset, length, () -> close(channel));
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      log.warn("closing a file that was sent failed", e);
    }
  }

  /** It was sent or given up. */
  public void release() {
    released.run();
  }
}
