package arashi.ingest;

import arashi.mime.parse.MailDate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Cuts an mbox file into mails (RFC 4155, and the mboxrd convention): a mail starts behind a line
 * {@code From sender date} that is the first of the file or follows a blank line. A line {@code
 * From …} that names no time and year is text, for many programs write such lines unquoted. Of
 * {@code >From }, {@code >>From } and so on one mark is taken off. One use, one thread.
 */
final class MboxReader {
  private static final int BUFFER = 64 << 10;

  /** Longer lines are no separators. */
  private static final int MAX_SEPARATOR = 300;

  private static final Pattern SEPARATOR =
      Pattern.compile("From \\S*.*\\b\\d{1,2}:\\d{2}\\b.*\\b\\d{4}\\b.*");

  private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);

  private final InputStream in;
  private final int maxMailBytes;
  private final String file;
  private final MailVisitor visitor;
  private final LongConsumer bytesRead;

  private final byte[] buffer = new byte[BUFFER];
  private int start;
  private int end;
  private long bufferOffset;

  private ByteArrayOutputStream mail = new ByteArrayOutputStream();
  private boolean started;
  private long mailOffset;
  private long mailBytes;
  private Optional<Instant> received = Optional.empty();

  /** {@code bytesRead} is told of each read how many bytes it brought. */
  MboxReader(
      InputStream in, int maxMailBytes, String file, MailVisitor visitor, LongConsumer bytesRead) {
    this.in = in;
    this.maxMailBytes = maxMailBytes;
    this.file = file;
    this.visitor = visitor;
    this.bytesRead = bytesRead;
  }

  /** Whether a line, without its end, separates two mails. */
  static boolean isSeparator(String line) {
    return line.startsWith("From ")
        && line.length() <= MAX_SEPARATOR
        && SEPARATOR.matcher(line).matches();
  }

  void read() throws IOException {
    boolean lineStart = true;
    boolean afterBlank = true;
    while (true) {
      int length = piece();
      if (length == 0) {
        break;
      }
      boolean ended = buffer[start + length - 1] == '\n';
      if (lineStart && afterBlank && ended && separates(length)) {
        finish();
        open(length);
      } else {
        append(length, lineStart);
      }
      if (lineStart) {
        afterBlank = ended && isBlank(length);
      } else if (ended) {
        afterBlank = false;
      }
      start += length;
      lineStart = ended;
    }
    finish();
  }

  /** Length of what there is of a line at {@link #start}: up to its end, or all the buffer. */
  private int piece() throws IOException {
    int scanned = start;
    while (true) {
      for (int i = scanned; i < end; i++) {
        if (buffer[i] == '\n') {
          return i + 1 - start;
        }
      }
      if (start > 0) {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        bufferOffset += start;
        end -= start;
        start = 0;
      }
      scanned = end;
      if (end == buffer.length) {
        return end;
      }
      int read = in.read(buffer, end, buffer.length - end);
      if (read < 0) {
        return end;
      }
      bytesRead.accept(read);
      end += read;
    }
  }

  private boolean separates(int length) {
    return startsWithFrom(start, length) && length <= MAX_SEPARATOR && isSeparator(line(length));
  }

  private boolean startsWithFrom(int at, int length) {
    return length > FROM.length
        && Arrays.equals(buffer, at, at + FROM.length, FROM, 0, FROM.length);
  }

  private String line(int length) {
    return new String(buffer, start, length, StandardCharsets.ISO_8859_1).stripTrailing();
  }

  private boolean isBlank(int length) {
    return length == 1 || (length == 2 && buffer[start] == '\r');
  }

  private void open(int length) {
    started = true;
    mailOffset = bufferOffset + start;
    String line = line(length);
    int sender = line.indexOf(' ', FROM.length);
    received = sender < 0 ? Optional.empty() : MailDate.parse(line.substring(sender));
  }

  private void append(int length, boolean lineStart) {
    int from = start;
    if (lineStart && buffer[start] == '>') {
      int marks = 1;
      while (marks < length && buffer[start + marks] == '>') {
        marks++;
      }
      if (startsWithFrom(start + marks, length - marks)) {
        from++;
      }
    }
    if (!started && mailBytes == 0) {
      if (lineStart && isBlank(length)) {
        return;
      }
      mailOffset = bufferOffset + start;
    }
    int kept = length - (from - start);
    mailBytes += kept;
    if (mailBytes <= maxMailBytes) {
      mail.write(buffer, from, kept);
    }
  }

  /** Hands over the mail so far, without the blank line that belongs to the next separator. */
  private void finish() {
    String where = file + " at byte " + mailOffset;
    if (mailBytes > maxMailBytes) {
      visitor.skipped(where, "larger than " + maxMailBytes + " bytes");
    } else if (mailBytes > 0) {
      byte[] raw = withoutBlankEnd(mail.toByteArray());
      if (raw.length > 0) {
        visitor.mail(new FoundMail(raw, received, flags(raw), where));
      }
    }
    // a large buffer is not kept for the small mails that follow
    mail = new ByteArrayOutputStream();
    mailBytes = 0;
    started = false;
    received = Optional.empty();
  }

  private static byte[] withoutBlankEnd(byte[] raw) {
    int length = raw.length;
    if (length > 0 && raw[length - 1] == '\n') {
      int before = length > 1 && raw[length - 2] == '\r' ? length - 2 : length - 1;
      if (before == 0 || raw[before - 1] == '\n') {
        return Arrays.copyOf(raw, before);
      }
    }
    return raw;
  }

  /** From the fields Status and X-Status, which mail programs keep in the mail itself. */
  static MailFlags flags(byte[] raw) {
    StringBuilder letters = new StringBuilder();
    int at = 0;
    while (at < raw.length && raw[at] != '\n' && raw[at] != '\r') {
      int lineEnd = at;
      while (lineEnd < raw.length && raw[lineEnd] != '\n') {
        lineEnd++;
      }
      if (raw[at] == 'S' || raw[at] == 's' || raw[at] == 'X' || raw[at] == 'x') {
        int length = Math.min(lineEnd - at, 100);
        String line = new String(raw, at, length, StandardCharsets.ISO_8859_1);
        String lower = line.toLowerCase(Locale.ROOT);
        if (lower.startsWith("status:") || lower.startsWith("x-status:")) {
          letters.append(line, line.indexOf(':') + 1, line.length());
        }
      }
      at = lineEnd + 1;
    }
    return MailFlags.ofMbox(letters.toString());
  }
}
