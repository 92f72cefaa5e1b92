package arashi.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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

  private final LineSource source;
  private final int maxMailBytes;
  private final MailSink sink;
  private Mail mail = new Mail();
  private int wrongLengths;

  /** Creates the reader of a stream, which the caller closes. */
  MboxReader(InputStream in, int maxMailBytes, MailSink sink) {
    this.source = new LineSource(in);
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

  /** The mail that is being read. */
  private static final class Mail {
    private ByteArrayOutputStream raw = new ByteArrayOutputStream();
    private long bytes; // also those beyond the maximum size
    private long offset;
    private boolean opened;
    private Optional<Instant> separator = Optional.empty();
    private Length length = Length.NONE;
    private long bodyStart;
    private long declared;

    /** Position of the first separator before the declared end of the body; -1 if none. */
    private int doubt = -1;

    private boolean doubtAfterBlank;

    private void doubt(boolean afterBlank) {
      if (doubt < 0) {
        doubt = raw.size();
        doubtAfterBlank = afterBlank;
      }
    }

    /** Returns the bytes without the blank line that belongs to the next separator. */
    private byte[] withoutBlankEnd() {
      byte[] all = raw.toByteArray();
      int end = all.length;
      if (length == Length.HELD && end <= bodyStart + declared) {
        return all; // the blank line is its own
      }
      if (end > 0 && all[end - 1] == '\n') {
        int before = end > 1 && all[end - 2] == '\r' ? end - 2 : end - 1;
        if (before == 0 || all[before - 1] == '\n') {
          return Arrays.copyOf(all, before);
        }
      }
      return all;
    }
  }

  /** Reads to the end; blocks. */
  void read() throws IOException {
    boolean lineStart = true;
    boolean afterBlank = true;
    while (true) {
      int piece = source.piece();
      if (mail.length == Length.DECLARED) {
        mail.length = checked(piece, lineStart);
      }
      if (mail.length == Length.NONE && mail.doubt >= 0) {
        afterBlank = rewind();
        lineStart = true;
        continue;
      }
      if (piece == 0) {
        break;
      }
      boolean ended = source.endsLine(piece);
      if (lineStart && ended && separates(0, piece, afterBlank || mail.length == Length.HELD)) {
        if (mail.length == Length.DECLARED) {
          mail.doubt(afterBlank);
          append(piece);
        } else {
          finish();
          open(piece);
        }
      } else {
        append(piece);
        if (lineStart && ended && source.isBlank(piece) && mail.length == Length.UNKNOWN) {
          headerEnds();
        }
      }
      afterBlank = ended && lineStart && source.isBlank(piece);
      source.skip(piece);
      lineStart = ended;
    }
    finish();
  }

  /** Returns whether the line {@code ahead} bytes from here begins a mail. */
  private boolean separates(int ahead, int bytes, boolean afterBlank) throws IOException {
    boolean isShort = bytes > FROM.length && bytes <= MboxSeparator.MAX_LENGTH;
    if (!isShort || !source.startsWith(FROM, ahead)) {
      return false;
    }
    source.need(ahead + bytes + LOOKED_AT);
    String line = source.text(ahead, bytes);
    int after = ahead + bytes;
    String next = source.text(after, Math.min(source.lineBytes(after), LOOKED_AT));
    boolean first = source.offset() + ahead == 0;
    return first ? MboxSeparator.isHeader(next) : MboxSeparator.matches(line, next, afterBlank);
  }

  private void open(int piece) {
    mail.offset = source.offset();
    mail.separator = MboxSeparator.date(source.text(0, piece));
    mail.opened = true;
  }

  private void append(int piece) {
    if (!mail.opened && mail.bytes == 0) {
      if (source.isBlank(piece)) {
        return;
      }
      mail.offset = source.offset();
    }
    if (mail.bytes == 0) {
      mail.length = Length.UNKNOWN;
    }
    mail.bytes += piece;
    if (mail.bytes <= maxMailBytes) {
      source.copy(piece, mail.raw);
    }
  }

  private void headerEnds() {
    mail.length = Length.NONE;
    if (wrongLengths < MOST_WRONG_LENGTHS && mail.bytes <= maxMailBytes) {
      mail.bodyStart = mail.bytes;
      mail.declared = HeaderFields.of(mail.raw.toByteArray()).number("content-length");
      long most = maxMailBytes - mail.bodyStart - LineSource.BUFFER;
      if (mail.declared > 0 && mail.declared <= most) {
        mail.length = Length.DECLARED;
      }
    }
  }

  /** Returns the state of the length after the bytes read so far. */
  private Length checked(int piece, boolean lineStart) throws IOException {
    long over = mail.bytes - mail.bodyStart - mail.declared;
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
    source.need(piece + MboxSeparator.MAX_LENGTH + LOOKED_AT);
    if (separates(0, piece, true)) {
      return true;
    }
    if (!source.isBlank(piece)) {
      return false;
    }
    int next = source.lineBytes(piece);
    return next == 0 || separates(piece, next, true);
  }

  /** Goes back to the first separator hidden by the wrong length. */
  private boolean rewind() {
    byte[] read = mail.raw.toByteArray();
    source.unread(read, mail.doubt);
    mail.raw = new ByteArrayOutputStream();
    mail.raw.write(read, 0, mail.doubt);
    mail.bytes = mail.doubt;
    mail.doubt = -1;
    wrongLengths++;
    return mail.doubtAfterBlank;
  }

  /** Emits the current mail; the next one has a buffer of its own, which may stay small. */
  private void finish() {
    if (mail.bytes > maxMailBytes) {
      sink.tooLarge(mail.offset);
    } else if (mail.bytes > 0) {
      byte[] whole = mail.withoutBlankEnd();
      byte[] raw = mail.length == Length.HELD ? whole : unescaped(whole);
      if (raw.length > 0) {
        sink.mail(raw, mail.separator, mail.offset);
      }
    }
    mail = new Mail();
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
