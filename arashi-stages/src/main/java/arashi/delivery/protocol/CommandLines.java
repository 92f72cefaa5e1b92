package arashi.delivery.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects the octets of a command line, which only CRLF ends. An overlong line is skipped to its
 * end; past a bound it counts as endless.
 */
final class CommandLines {
  enum Progress {
    /** The line is incomplete. */
    MORE,
    /** A line is complete; {@link #take} returns it. */
    LINE,
    /** An overlong line has ended. */
    TOO_LONG,
    /** An overlong line exceeds the bound. */
    ENDLESS
  }

  private static final byte[] NONE = {};
  private static final int FIRST_BYTES = 128;

  private final int maxBytes;
  private final int maxSkipped;
  private byte[] line = NONE; // an idle session takes no memory
  private int length;
  private int skipped;
  private boolean afterCr;

  CommandLines(SessionLimits limits) {
    this.maxBytes = limits.commandBytes();
    this.maxSkipped = limits.skippedBytes();
  }

  /** Consumes octets up to the end of the line. */
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

  /** True if a line has begun. */
  boolean hasBegun() {
    return length > 0;
  }

  /** Returns the complete line without its CRLF, and resets. */
  byte[] take() {
    byte[] taken = Arrays.copyOf(line, Math.max(0, length - 2));
    forget();
    return taken;
  }

  /** Resets. */
  void forget() {
    line = NONE;
    length = 0;
    skipped = 0;
    afterCr = false;
  }
}
