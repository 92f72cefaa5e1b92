package arashi.delivery.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Gathers the octets of a command line. Only CRLF ends it. A line that is too long is skipped to
 * its end, and one that has none within a bound is endless.
 */
final class CommandLines {
  enum Progress {
    /** The line has not ended. */
    MORE,
    /** {@link #line} is there. */
    LINE,
    /** A line that was too long has ended. */
    TOO_LONG,
    /** A line goes on and on. */
    ENDLESS
  }

  private static final byte[] NONE = {};
  private static final int FIRST_BYTES = 128;

  private final int maxBytes;
  private final int maxSkipped;
  private byte[] line = NONE; // an idle session holds nothing
  private int length;
  private int skipped;
  private boolean afterCr;

  CommandLines(SessionLimits limits) {
    this.maxBytes = limits.commandBytes();
    this.maxSkipped = limits.skippedBytes();
  }

  /** Takes octets up to the end of the line. */
  Progress read(ByteBuffer in) {
    while (in.hasRemaining()) {
      byte b = in.get();
      boolean ends = afterCr && b == '\n';
      afterCr = b == '\r';
      if (length < maxBytes) {
        append(b);
      } else if (++skipped > maxSkipped) {
        return Progress.ENDLESS;
      }
      if (ends) {
        return skipped > 0 ? Progress.TOO_LONG : Progress.LINE;
      }
    }
    return Progress.MORE;
  }

  private void append(byte b) {
    if (length == line.length) {
      line = Arrays.copyOf(line, Math.min(maxBytes, Math.max(FIRST_BYTES, 2 * length)));
    }
    line[length++] = b;
  }

  /** True if a part of a line has come. */
  boolean hasBegun() {
    return length > 0;
  }

  /** The line that has ended, without its CRLF; forgets it. */
  byte[] take() {
    byte[] taken = Arrays.copyOf(line, Math.max(0, length - 2));
    forget();
    return taken;
  }

  /** Forgets what has come. */
  void forget() {
    line = NONE;
    length = 0;
    skipped = 0;
    afterCr = false;
  }
}
