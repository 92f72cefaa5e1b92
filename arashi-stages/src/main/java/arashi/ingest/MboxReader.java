package arashi.ingest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Splits an mbox file into mails. A mail starts after a {@linkplain MboxSeparator separator}
 * followed by a header; a blank line before the separator is usual, but not written by all
 * programs. Other lines that begin with "From " are text.
 *
 * <pre>
 *   mboxo, mboxrd   "&gt;From ", "&gt;&gt;From ": one mark is removed
 *   mboxcl2         Content-Length gives the end of the body: separators before that are text, and
 *                   nothing is escaped
 * </pre>
 *
 * <p>A Content-Length is trusted if a separator or the end of the file follows the body. Otherwise
 * the body is read again without it. After some wrong lengths, the rest of the file is read without
 * them. For one use by one thread.
 */
final class MboxReader {
  private static final int BUFFER = 64 << 10;

  /** Bytes of a line examined to recognize a header. */
  private static final int LOOKED_AT = 200;

  /** Bounds the cost of wrong lengths: each costs as much as the mails that it spans. */
  private static final int MOST_WRONG_LENGTHS = 8;

  /** Tolerance, because a body's last line end may or may not be counted. */
  private static final int LINE_END = 2;

  private static final byte[] FROM = MboxSeparator.FROM.getBytes(StandardCharsets.US_ASCII);

  /** Receives the mails. */
  interface MailSink {
    /**
     * Receives a mail.
     *
     * @param separator date of its separator
     * @param offset offset of its separator in the file
     */
    void mail(byte[] raw, Optional<Instant> separator, long offset);

    /** Reports a mail that exceeds the maximum size. */
    void tooLarge(long offset);
  }

  private final int maxMailBytes;
  private final MailSink sink;

  private InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int start;
  private int end;
  private long bufferOffset;

  private ByteArrayOutputStream mail = new ByteArrayOutputStream();
  private long mailOffset;
  private long mailBytes;
  private boolean opened;
  private Optional<Instant> separator = Optional.empty();
  private Length length = Length.NONE;
  private long bodyStart;
  private long declared;
  private int wrongLengths;

  /**
   * Position in the mail of the first separator before the declared end of the body; -1 if none.
   */
  private int doubt = -1;

  private boolean doubtAfterBlank;

  /** Creates the reader of a stream, which the caller closes. */
  MboxReader(InputStream in, int maxMailBytes, MailSink sink) {
    this.in = in;
    this.maxMailBytes = maxMailBytes;
    this.sink = sink;
  }

  /** State of the current body's declared length. */
  private enum Length {
    /** The header has not ended. */
    UNKNOWN,
    /** There is none, or it was wrong. */
    NONE,
    /** The declared end is not reached yet. */
    DECLARED,
    /** It was right. */
    HELD
  }

  /** Reads to the end; blocks. */
  void read() throws IOException {
    boolean lineStart = true;
    boolean afterBlank = true;
    while (true) {
      int piece = piece();
      if (length == Length.DECLARED) {
        length = checked(piece, lineStart);
        piece = piece(); // the buffer may have moved
      }
      if (length == Length.NONE && doubt >= 0) {
        afterBlank = rewind();
        lineStart = true;
        continue;
      }
      if (piece == 0) {
        break;
      }
      boolean ended = buffer[start + piece - 1] == '\n';
      if (lineStart && ended && separates(0, piece, afterBlank || length == Length.HELD)) {
        if (length == Length.DECLARED) {
          doubt(afterBlank);
          append(piece);
        } else {
          finish();
          open(piece);
        }
      } else {
        append(piece);
        if (lineStart && ended && isBlank(start, piece) && length == Length.UNKNOWN) {
          headerEnds();
        }
      }
      afterBlank = ended && lineStart && isBlank(start, piece);
      start += piece;
      lineStart = ended;
    }
    finish();
  }

  /**
   * Returns the length of the line at {@link #start}, or of the whole buffer if the line is longer.
   */
  private int piece() throws IOException {
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

  /** Reads more into the buffer; returns false if it is full or the file has ended. */
  private boolean more() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      bufferOffset += start;
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

  /** Reads until {@code bytes} bytes follow {@link #start}, or the input ends. */
  private void need(int bytes) throws IOException {
    while (end - start < bytes && more()) {
      // read on
    }
  }

  /** Returns whether the line {@code ahead} bytes after {@link #start} begins a mail. */
  private boolean separates(int ahead, int bytes, boolean afterBlank) throws IOException {
    if (bytes > MboxSeparator.MAX_LENGTH || !startsWithFrom(start + ahead, bytes)) {
      return false;
    }
    need(ahead + bytes + LOOKED_AT);
    int at = start + ahead;
    String line = line(at, bytes);
    String next = line(at + bytes, Math.min(lineBytes(at + bytes), LOOKED_AT));
    boolean first = bufferOffset + at == 0;
    return first ? MboxSeparator.isHeader(next) : MboxSeparator.matches(line, next, afterBlank);
  }

  /** Returns the bytes of the line in the buffer. */
  private int lineBytes(int at) {
    int to = at;
    while (to < end && buffer[to] != '\n') {
      to++;
    }
    return Math.min(to + 1, end) - at;
  }

  private boolean startsWithFrom(int at, int bytes) {
    return bytes > FROM.length && Arrays.equals(buffer, at, at + FROM.length, FROM, 0, FROM.length);
  }

  private String line(int at, int bytes) {
    return new String(buffer, at, bytes, StandardCharsets.ISO_8859_1).stripTrailing();
  }

  private boolean isBlank(int at, int bytes) {
    return bytes == 1 || (bytes == 2 && buffer[at] == '\r');
  }

  private void open(int piece) {
    mailOffset = bufferOffset + start;
    separator = MboxSeparator.date(line(start, piece));
    opened = true;
  }

  private void append(int piece) {
    if (!opened && mailBytes == 0) {
      if (isBlank(start, piece)) {
        return;
      }
      mailOffset = bufferOffset + start;
    }
    if (mailBytes == 0) {
      length = Length.UNKNOWN;
    }
    mailBytes += piece;
    if (mailBytes <= maxMailBytes) {
      mail.write(buffer, start, piece);
    }
  }

  private void headerEnds() {
    length = Length.NONE;
    if (wrongLengths < MOST_WRONG_LENGTHS && mailBytes <= maxMailBytes) {
      bodyStart = mailBytes;
      declared = HeaderFields.of(mail.toByteArray()).number("content-length");
      if (declared > 0 && declared <= maxMailBytes - bodyStart - BUFFER) {
        length = Length.DECLARED;
      }
    }
  }

  private long bodyBytes() {
    return mailBytes - bodyStart;
  }

  private void doubt(boolean afterBlank) {
    if (doubt < 0) {
      doubt = mail.size();
      doubtAfterBlank = afterBlank;
    }
  }

  /** Returns the state of the length after the bytes read so far. */
  private Length checked(int piece, boolean lineStart) throws IOException {
    long over = bodyBytes() - declared;
    if (over > LINE_END || (piece == 0 && over < -LINE_END)) {
      return Length.NONE;
    }
    if (piece == 0) {
      return Length.HELD;
    }
    if (!lineStart || over < 0) {
      return Length.DECLARED;
    }
    return endsHere(piece) ? Length.HELD : Length.NONE;
  }

  /** Returns whether a mail begins, or the file ends, here or after a blank line. */
  private boolean endsHere(int piece) throws IOException {
    need(piece + MboxSeparator.MAX_LENGTH + LOOKED_AT);
    if (separates(0, piece, true)) {
      return true;
    }
    if (!isBlank(start, piece)) {
      return false;
    }
    int next = lineBytes(start + piece);
    return next == 0 || separates(piece, next, true);
  }

  /** Goes back to the first separator hidden by the wrong length. */
  private boolean rewind() {
    byte[] read = mail.toByteArray();
    int again = read.length - doubt;
    byte[] rest = Arrays.copyOfRange(buffer, start, end);
    in =
        new SequenceInputStream(
            new SequenceInputStream(
                new ByteArrayInputStream(read, doubt, again), new ByteArrayInputStream(rest)),
            in);
    bufferOffset += start - again;
    start = 0;
    end = 0;
    mail = new ByteArrayOutputStream();
    mail.write(read, 0, doubt);
    mailBytes = doubt;
    doubt = -1;
    wrongLengths++;
    return doubtAfterBlank;
  }

  /** Emits the current mail, without the blank line that belongs to the next separator. */
  private void finish() {
    if (mailBytes > maxMailBytes) {
      sink.tooLarge(mailOffset);
    } else if (mailBytes > 0) {
      byte[] raw = withoutBlankEnd(mail.toByteArray());
      if (length != Length.HELD) {
        raw = unescaped(raw);
      }
      if (raw.length > 0) {
        sink.mail(raw, separator, mailOffset);
      }
    }
    // don't keep a large buffer for the small mails that follow
    mail = new ByteArrayOutputStream();
    mailBytes = 0;
    opened = false;
    separator = Optional.empty();
    length = Length.NONE;
    doubt = -1;
  }

  private byte[] withoutBlankEnd(byte[] raw) {
    int bytes = raw.length;
    if (length == Length.HELD && bytes <= bodyStart + declared) {
      return raw; // the blank line is its own
    }
    if (bytes > 0 && raw[bytes - 1] == '\n') {
      int before = bytes > 1 && raw[bytes - 2] == '\r' ? bytes - 2 : bytes - 1;
      if (before == 0 || raw[before - 1] == '\n') {
        return Arrays.copyOf(raw, before);
      }
    }
    return raw;
  }

  /** Removes one mark from each escaped line. */
  private static byte[] unescaped(byte[] raw) {
    ByteArrayOutputStream text = null;
    int copied = 0;
    for (int at = 0; at < raw.length; at = lineAfter(raw, at)) {
      if (raw[at] == '>' && isEscaped(raw, at)) {
        if (text == null) {
          text = new ByteArrayOutputStream(raw.length);
        }
        text.write(raw, copied, at - copied);
        copied = at + 1;
      }
    }
    if (text == null) {
      return raw;
    }
    text.write(raw, copied, raw.length - copied);
    return text.toByteArray();
  }

  private static boolean isEscaped(byte[] raw, int at) {
    int marks = at;
    while (marks < raw.length && raw[marks] == '>') {
      marks++;
    }
    int to = marks + FROM.length;
    return to <= raw.length && Arrays.equals(raw, marks, to, FROM, 0, FROM.length);
  }

  private static int lineAfter(byte[] raw, int at) {
    int next = at;
    while (next < raw.length && raw[next] != '\n') {
      next++;
    }
    return next + 1;
  }
}
