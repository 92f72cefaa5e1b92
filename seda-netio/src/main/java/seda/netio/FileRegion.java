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
 * @param owned true if the channel is closed once the region was sent or given up
 */
public record FileRegion(FileChannel channel, long offset, long length, boolean owned) {
  private static final Logger log = LoggerFactory.getLogger(FileRegion.class);

  /** Checks the values. */
  public FileRegion {
    Objects.requireNonNull(channel, "channel");
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException("file region of " + length + " bytes at " + offset);
    }
  }

  /** Closes the channel if it is owned. */
  public void release() {
    if (!owned) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      log.warn("closing a file that was sent failed", e);
    }
  }
}
