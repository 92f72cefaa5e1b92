package arashi.mime.header;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The header fields of a raw mail, in order, up to the first empty line (RFC 5322, 2.2). A line
 * ends with LF or CRLF; a bare CR does not end it. Lines that begin with a blank or a tab continue
 * the field before. Copies nothing; the mail must not change.
 */
public final class RawFields implements Iterable<RawField> {
  private final byte[] mail;
  private final int length;

  private RawFields(byte[] mail, int length) {
    this.mail = mail;
    this.length = length;
  }

  /** Fields of a mail. */
  public static RawFields of(byte[] mail) {
    return new RawFields(mail, mail.length);
  }

  /** Fields in the first {@code most} bytes of a mail; the last may be cut. */
  public static RawFields of(byte[] mail, int most) {
    return new RawFields(mail, Math.min(mail.length, most));
  }

  @Override
  public Iterator<RawField> iterator() {
    return new Iterator<>() {
      private int at;

      @Override
      public boolean hasNext() {
        return at < length && !isEmptyLine();
      }

      @Override
      public RawField next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        int start = at;
        at = end(start);
        return new RawField(mail, start, at);
      }

      private boolean isEmptyLine() {
        return mail[at] == '\n' || (mail[at] == '\r' && at + 1 < length && mail[at + 1] == '\n');
      }
    };
  }

  /** Returns the end of a field with the lines that continue it. */
  private int end(int start) {
    int end = start;
    do {
      while (end < length && mail[end] != '\n') {
        end++;
      }
      end = Math.min(end + 1, length);
    } while (end < length && (mail[end] == ' ' || mail[end] == '\t'));
    return end;
  }
}
