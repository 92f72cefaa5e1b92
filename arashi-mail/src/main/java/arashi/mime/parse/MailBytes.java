package arashi.mime.parse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Repairs raw mail before parsing: line ends that mime4j cannot read, and mbox leftovers. */
final class MailBytes {
  private static final byte[] FROM_LINE = "From ".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] BOUNDARY = "--".getBytes(StandardCharsets.US_ASCII);

  private MailBytes() {}

  /** Returns the mail with readable line ends; the same array if no repair is needed. */
  static byte[] withReadableLines(byte[] raw) {
    boolean lineFeeds = false;
    boolean returns = false;
    for (int i = 0; i < raw.length && !lineFeeds; i++) {
      lineFeeds = raw[i] == '\n';
      returns |= raw[i] == '\r';
    }
    if (!lineFeeds && returns) {
      byte[] out = raw.clone();
      for (int i = 0; i < out.length; i++) {
        out[i] = out[i] == '\r' ? (byte) '\n' : out[i];
      }
      return out;
    }
    return endsFirstLineTwice(raw) ? withoutDoubledReturns(raw) : raw;
  }

  /** Returns the start of the header, after a byte order mark, blank lines and an mbox line. */
  static int headerStart(byte[] raw) {
    int at = startsWith(raw, 0, new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}) ? 3 : 0;
    at = skipBlankLines(raw, at);
    if (startsWith(raw, at, FROM_LINE)
        || (at < raw.length && raw[at] == '>' && startsWith(raw, at + 1, FROM_LINE))) {
      while (at < raw.length && raw[at] != '\n') {
        at++;
      }
      at = skipBlankLines(raw, at);
    }
    return at;
  }

  /**
   * Empties white-space-only lines that end a header; returns the same array if there is none. A
   * line like this stays if a known mail field follows it.
   */
  static byte[] withEndedHeaders(byte[] raw) {
    ByteArrayOutputStream out = null;
    boolean inHeader = true;
    int copied = 0;
    for (int at = headerStart(raw); at < raw.length; ) {
      int end = lineEnd(raw, at);
      int next = Math.min(end + 1, raw.length);
      if (startsWith(raw, at, BOUNDARY)) {
        inHeader = true;
      } else if (inHeader && isBlank(raw, at, end)) {
        boolean empty = raw[at] == '\n' || raw[at] == '\r';
        boolean ends = !empty && endsHeader(raw, next);
        inHeader = !empty && !ends;
        if (ends) {
          out = out == null ? new ByteArrayOutputStream(raw.length) : out;
          out.write(raw, copied, at - copied);
          copied = end > at && raw[end - 1] == '\r' ? end - 1 : end;
        }
      } else {
        inHeader = inHeader && (raw[at] == ' ' || raw[at] == '\t' || fieldName(raw, at, end) > 0);
      }
      at = next;
    }
    if (out == null) {
      return raw;
    }
    out.write(raw, copied, raw.length - copied);
    return out.toByteArray();
  }

  private static boolean endsHeader(byte[] raw, int next) {
    int end = lineEnd(raw, next);
    if (next >= raw.length || isBlank(raw, next, end)) {
      return next >= raw.length;
    }
    int length = fieldName(raw, next, end);
    String name = new String(raw, next, length, StandardCharsets.US_ASCII);
    return !(length > 0 && (name.indexOf('-') > 0 || PartWalker.isSureHeader(name)));
  }

  private static int lineEnd(byte[] raw, int from) {
    int at = from;
    while (at < raw.length && raw[at] != '\n') {
      at++;
    }
    return at;
  }

  private static boolean isBlank(byte[] raw, int from, int to) {
    int at = from;
    while (at < to && (raw[at] == ' ' || raw[at] == '\t' || raw[at] == '\r')) {
      at++;
    }
    return at >= to;
  }

  /** Returns the length of the field name, or 0 if the line is not a field. */
  private static int fieldName(byte[] raw, int from, int to) {
    int at = from;
    while (at < to && raw[at] > ' ' && raw[at] < 127 && raw[at] != ':') {
      at++;
    }
    return at < to && raw[at] == ':' ? at - from : 0;
  }

  private static int skipBlankLines(byte[] raw, int from) {
    int lineStart = from;
    for (int at = from; at < raw.length; at++) {
      if (raw[at] == '\n') {
        lineStart = at + 1;
      } else if (raw[at] != '\r' && raw[at] != ' ' && raw[at] != '\t') {
        break;
      }
    }
    return lineStart;
  }

  private static boolean startsWith(byte[] raw, int at, byte[] what) {
    return at + what.length <= raw.length
        && Arrays.equals(raw, at, at + what.length, what, 0, what.length);
  }

  /**
   * True if the first line ends in {@code CR CR LF}, from programs that converted LF to CR LF
   * twice.
   */
  private static boolean endsFirstLineTwice(byte[] raw) {
    for (int i = 2; i < raw.length; i++) {
      if (raw[i] == '\n') {
        return raw[i - 1] == '\r' && raw[i - 2] == '\r';
      }
    }
    return false;
  }

  private static byte[] withoutDoubledReturns(byte[] raw) {
    byte[] out = new byte[raw.length];
    int length = 0;
    for (int i = 0; i < raw.length; i++) {
      boolean doubled =
          raw[i] == '\r' && i + 2 < raw.length && raw[i + 1] == '\r' && raw[i + 2] == '\n';
      if (!doubled) {
        out[length++] = raw[i];
      }
    }
    return Arrays.copyOf(out, length);
  }
}
