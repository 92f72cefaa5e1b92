package arashi.compose;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A mail within a mail, as {@code message/rfc822}: byte for byte, but for lines that end without
 * CR, and the separator line of an mbox. It may not be encoded (RFC 2046, 5.2.1), so one that has
 * lines longer than 998 octets, zeros, or CR within a line can't be sent like this.
 */
final class AttachedMail implements Section {
  private static final int MAX_LINE = 998;
  private static final byte[] FROM_LINE = "From ".getBytes(StandardCharsets.US_ASCII);

  private final Attached file;
  private final Contents contents;
  private final byte[] boundary;
  private long size;
  private boolean eightBit;
  private boolean legal = true;

  /** Reads the mail once, to see how it can be sent; {@code boundary} must not be in it. */
  AttachedMail(Attached file, Contents contents, String boundary) throws IOException {
    this.file = file;
    this.contents = contents;
    this.boundary = ("--" + boundary).getBytes(StandardCharsets.US_ASCII);
    read(OutputStream.nullOutputStream());
  }

  /** False if it can only be sent as a file. */
  boolean isLegal() {
    return legal;
  }

  boolean isEightBit() {
    return eightBit;
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
      throw new IOException("an attached mail of " + before + " bytes has " + size);
    }
  }

  private void read(OutputStream out) throws IOException {
    size = 0;
    byte[] line = new byte[MAX_LINE + 2];
    int length = 0;
    boolean start = true;
    try (InputStream in = new BufferedInputStream(contents.open(file), 64 << 10)) {
      for (int octet = in.read(); octet >= 0; octet = in.read()) {
        if (octet == '\n') {
          start = line(line, length, start, out);
          length = 0;
        } else if (length == line.length) {
          legal = false;
          return;
        } else {
          line[length++] = (byte) octet;
        }
      }
      if (length > 0) {
        line(line, length, start, out);
      }
    }
  }

  /** Takes a line without its LF; true as long as the mail has not begun. */
  private boolean line(byte[] line, int lengthWithReturns, boolean start, OutputStream out)
      throws IOException {
    int length = lengthWithReturns;
    while (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    if (start && (length == 0 || startsWith(line, length, FROM_LINE))) {
      return true;
    }
    for (int i = 0; i < length; i++) {
      legal &= line[i] != 0 && line[i] != '\r';
      eightBit |= line[i] < 0;
    }
    legal &= length <= MAX_LINE && !startsWith(line, length, boundary);
    out.write(line, 0, length);
    out.write('\r');
    out.write('\n');
    size += length + 2;
    return false;
  }

  private static boolean startsWith(byte[] line, int length, byte[] what) {
    return length >= what.length && Arrays.equals(line, 0, what.length, what, 0, what.length);
  }
}
