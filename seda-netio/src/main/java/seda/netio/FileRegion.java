package seda.netio;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A part of a file to send, without copying it through the process where the system supports that.
 *
 * @param channel channel open for reading
 * @param offset offset of the first byte
 * @param length length in bytes
 * @param released action that runs once, on any thread, when the region is sent or dropped
 */
public record FileRegion(FileChannel channel, long offset, long length, Runnable released) {
  private static final Logger log = LoggerFactory.getLogger(FileRegion.class);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if offset or length is negative
   */
  public FileRegion {
    Objects.requireNonNull(channel, "channel");
    Objects.requireNonNull(released, "released");
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "offset = " + offset + ", length = " + length + ", must not be negative");
    }
  }

  /** Returns a region whose channel is closed when the region is released. */
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

  /** Runs the release action. */
  public void release() {
    released.run();
  }
}
