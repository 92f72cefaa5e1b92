package arashi.ingest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The lines of a stream, with look-ahead and push-back. A line longer than the buffer comes in
 * pieces. Positions {@code ahead} count from the current one, and are valid within the bytes that
 * {@link #piece} or {@link #need} has read. For one thread; blocks on the stream.
 */
final class LineSource {
  /** Size of the buffer, and of the longest piece. */
  static final int BUFFER = 64 << 10;

  private InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int start;
  private int end;
  private long offset; // of the buffer's first byte

  /** Reads from a stream, which the caller closes. */
  LineSource(InputStream in) {
    this.in = in;
  }

  /** Returns the current offset in the stream. */
  long offset() {
    return offset + start;
  }

  /**
   * Returns the length of the current line with its end, or of the whole buffer if the line is
   * longer; 0 at the end of the stream.
   */
  int piece() throws IOException {
    int scanned = start;
    while (true) {
      for (int i = scanned; i < end; i++) {
        if (buffer[i] == '\n') {
          return i + 1 - start;
        }
      }
      scanned = end - start;
      if (!more()) {
        return end - start;
      }
      scanned += start;
    }
  }

  /** Reads more into the buffer; returns false if it is full or the stream has ended. */
  private boolean more() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      offset += start;
      end -= start;
      start = 0;
    }
    if (end == buffer.length) {
      return false;
    }
    int read = in.read(buffer, end, buffer.length - end);
    if (read < 0) {
      return false;
    }
    end += read;
    return true;
  }

  /** Reads until this many bytes are available, or the stream ends. */
  void need(int bytes) throws IOException {
    while (end - start < bytes && more()) {
      // read on
    }
  }

  /** Returns the available length of a line. */
  int lineBytes(int ahead) {
    int at = start + ahead;
    int to = at;
    while (to < end && buffer[to] != '\n') {
      to++;
    }
    return Math.min(to + 1, end) - at;
  }

  /** Returns bytes as ISO 8859-1, without trailing white space. */
  String text(int ahead, int bytes) {
    return new String(buffer, start + ahead, bytes, StandardCharsets.ISO_8859_1).stripTrailing();
  }

  boolean startsWith(byte[] prefix, int ahead) {
    int at = start + ahead;
    int to = at + prefix.length;
    return to <= end && Arrays.equals(buffer, at, to, prefix, 0, prefix.length);
  }

  /** True if the piece ends with a line end. */
  boolean endsLine(int piece) {
    return buffer[start + piece - 1] == '\n';
  }

  /** True if the piece is a blank line, given that it is a line. */
  boolean isBlank(int piece) {
    return piece == 1 || (piece == 2 && buffer[start] == '\r');
  }

  /** Copies the current bytes. */
  void copy(int bytes, ByteArrayOutputStream to) {
    to.write(buffer, start, bytes);
  }

  void skip(int bytes) {
    start += bytes;
  }

  /** Goes back to the position {@code from} of {@code bytes}, which end at the current one. */
  void unread(byte[] bytes, int from) {
    int again = bytes.length - from;
    byte[] rest = Arrays.copyOfRange(buffer, start, end);
    in =
        new SequenceInputStream(
            new SequenceInputStream(
                new ByteArrayInputStream(bytes, from, again), new ByteArrayInputStream(rest)),
            in);
    offset += start - again;
    start = 0;
    end = 0;
  }
}
