package arashi.compose;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A mail within a mail, as {@code message/rfc822}: byte for byte, but for lines that end without
 * CR, the separator line of an mbox, and {@code Bcc} fields, which a writer's own copy may have and
 * nobody else may see. It may not be encoded (RFC 2046, 5.2.1), so one that has lines longer than
 * 998 octets, zeros, or CR within a line can't be sent like this.
 */
final class AttachedMail implements Section {
  private static final int MAX_LINE = 998;
  private static final byte[] FROM_LINE = "From ".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern BCC = Pattern.compile("(?is)(Resent-)?Bcc[ \\t]*:.*");

  /** Where a line stands. */
  private enum Place {
    BEFORE,
    HEADER,
    BCC,
    BODY
  }

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
    Place place = Place.BEFORE;
    try (InputStream in = new BufferedInputStream(contents.open(file), 64 << 10)) {
      for (int octet = in.read(); octet >= 0; octet = in.read()) {
        if (octet == '\n') {
          place = line(line, length, place, out);
          length = 0;
        } else if (length == line.length) {
          legal = false;
          return;
        } else {
          line[length++] = (byte) octet;
        }
      }
      if (length > 0) {
        line(line, length, place, out);
      }
    }
  }

  /** Takes a line without its LF; the place of the next. */
  private Place line(byte[] line, int lengthWithReturns, Place before, OutputStream out)
      throws IOException {
    int length = lengthWithReturns;
    while (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    if (before == Place.BEFORE && (length == 0 || startsWith(line, length, FROM_LINE))) {
      return before;
    }
    Place place = before == Place.BODY ? before : inHeader(line, length, before);
    if (place == Place.BCC) {
      return place;
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
    return place;
  }

  private static Place inHeader(byte[] line, int length, Place before) {
    if (length == 0) {
      return Place.BODY;
    }
    if (line[0] == ' ' || line[0] == '\t') {
      return before == Place.BCC ? before : Place.HEADER; // a folded field goes on
    }
    String text = new String(line, 0, length, StandardCharsets.ISO_8859_1);
    return BCC.matcher(text).matches() ? Place.BCC : Place.HEADER;
  }

  private static boolean startsWith(byte[] line, int length, byte[] what) {
    return length >= what.length && Arrays.equals(line, 0, what.length, what, 0, what.length);
  }
}
