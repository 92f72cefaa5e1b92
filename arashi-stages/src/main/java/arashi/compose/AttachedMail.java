package arashi.compose;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A mail within a mail, as {@code message/rfc822}. It is copied byte for byte, with four
 * exceptions: bare LFs become CRLF; the mbox separator line and {@link WithoutFields some fields}
 * are removed; parts with octets above 127 become quoted-printable. Encoding it as a whole is
 * forbidden (RFC 2046, 5.2.1). So a mail can't be sent like this if it has lines longer than 998
 * octets, zeros, a CR within a line, or such octets in its header.
 */
final class AttachedMail implements Section {
  private static final int MAX_LINE = 998;
  private static final byte[] FROM_LINE = "From ".getBytes(StandardCharsets.US_ASCII);

  private final Attached file;
  private final Contents contents;
  private final byte[] boundary;
  private final Pattern dropped;
  private long size;
  private long visible;
  private boolean eightBit;
  private boolean legal = true;
  private SevenBitLines parts; // of the first pass
  private boolean converts;
  private boolean isRead;

  /**
   * Reads the mail once to determine how it can be sent; it must not contain {@code boundary}.
   *
   * @param dropped beginnings of header fields to leave out
   */
  AttachedMail(Attached file, Contents contents, String boundary, Pattern dropped)
      throws IOException {
    this.dropped = dropped;
    this.file = file;
    this.contents = contents;
    this.boundary = ("--" + boundary).getBytes(StandardCharsets.US_ASCII);
    parts = new SevenBitLines();
    read(OutputStream.nullOutputStream());
    if (eightBit && legal && parts.isPossible()) {
      converts = true;
      read(OutputStream.nullOutputStream());
    }
  }

  /** False if it can only be sent as a file. */
  boolean isLegal() {
    return legal;
  }

  /** True if it has octets above 127 that can't be encoded. */
  boolean isEightBit() {
    return eightBit && !converts;
  }

  /** Bytes of the mail as a file, without its {@code Bcc} fields. */
  long visible() {
    return visible;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    long before = size;
    read(out);
    if (size != before) {
      throw new IOException("attached mail changed from " + before + " to " + size + " bytes");
    }
  }

  private void read(OutputStream out) throws IOException {
    size = 0;
    visible = 0;
    Lines lines = new Lines(out, converts ? parts.again(out) : null);
    WithoutFields mail = new WithoutFields(lines, dropped);
    FileCopy.copy(file, contents, mail);
    mail.finish();
    lines.finish();
    isRead = true;
  }

  /** Normalizes line ends, and checks the lines' contents. */
  private final class Lines extends OutputStream {
    private final OutputStream out;
    private final SevenBitLines converted; // null: no conversion
    private final byte[] line = new byte[MAX_LINE + 2];
    private int length;
    private boolean begun;

    Lines(OutputStream out, SevenBitLines converted) {
      this.out = out;
      this.converted = converted;
    }

    @Override
    public void write(int octet) throws IOException {
      visible++;
      if (octet == '\n') {
        end();
      } else if (length == line.length) {
        legal = false; // the rest of the line does not matter
      } else {
        line[length++] = (byte) octet;
      }
    }

    void finish() throws IOException {
      if (length > 0) {
        end();
      }
      if (converted != null) {
        converted.finish();
        size = converted.size();
      }
    }

    private void end() throws IOException {
      while (length > 0 && line[length - 1] == '\r') {
        length--;
      }
      begun |= length > 0 && !startsWith(FROM_LINE);
      if (begun) {
        keep();
      }
      length = 0;
    }

    private void keep() throws IOException {
      for (int i = 0; i < length; i++) {
        legal &= line[i] != 0 && line[i] != '\r';
        eightBit |= line[i] < 0;
      }
      if (converted != null) {
        converted.line(line, length);
        return;
      }
      legal &= length <= MAX_LINE && !startsWith(boundary);
      if (!isRead) {
        parts.line(line, length);
      }
      out.write(line, 0, length);
      out.write('\r');
      out.write('\n');
      size += length + 2;
    }

    private boolean startsWith(byte[] what) {
      return length >= what.length && Arrays.equals(line, 0, what.length, what, 0, what.length);
    }
  }
}
