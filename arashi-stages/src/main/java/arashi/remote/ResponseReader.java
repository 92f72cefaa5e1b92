package arashi.remote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import arashi.remote.FetchException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one HTTP/1.0 or 1.1 response (RFC 9112) from a connection that ends with it. Bounds the
 * lines of header, chunks and trailer, and the body. One thread.
 */
final class ResponseReader {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[0-9] ([1-5][0-9]{2})( .*)?");
  private static final Pattern CHUNK = Pattern.compile("0*([0-9a-fA-F]{1,7})[ \\t]*(;.*)?");
  private static final Pattern LENGTH = Pattern.compile("0*([0-9]{1,18})");
  private static final int PIECE = 16 << 10;

  /** Longest line of a chunk's size; longer lines have extensions, which are unused. */
  private static final int CHUNK_LINE = 256;

  private final InputStream in;
  private final int bodyBytes;

  /** Shared by all chunks, because a server may send chunks of one byte. */
  private final byte[] piece = new byte[PIECE];

  private int headerLeft;

  /**
   * Creates a reader.
   *
   * @param in buffered stream
   * @param headerBytes size limit of all lines before and after the body
   * @param bodyBytes size limit of the body
   */
  ResponseReader(InputStream in, int headerBytes, int bodyBytes) {
    this.in = in;
    this.headerLeft = headerBytes;
    this.bodyBytes = bodyBytes;
  }

  /**
   * Head of a response.
   *
   * @param fields the first value of each field, by lower-case name
   */
  record Head(int status, Map<String, String> fields) {
    Optional<String> field(String name) {
      return Optional.ofNullable(fields.get(name));
    }
  }

  /** Reads the head of the final response, skipping interim ones (1xx). */
  Head head() throws IOException {
    Head head;
    do {
      Matcher status = STATUS.matcher(headerLine());
      if (!status.matches()) {
        throw new FetchException(Reason.MALFORMED);
      }
      head = new Head(Integer.parseInt(status.group(1)), fields());
    } while (head.status() < 200);
    return head;
  }

  private Map<String, String> fields() throws IOException {
    Map<String, String> fields = new HashMap<>();
    for (String line = headerLine(); !line.isEmpty(); line = headerLine()) {
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new FetchException(Reason.MALFORMED);
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      fields.putIfAbsent(name, line.substring(colon + 1).strip());
    }
    return fields;
  }

  /** Reads the body after a head. */
  byte[] body(Head head) throws IOException {
    Optional<String> coding = head.field("transfer-encoding");
    if (coding.isPresent()) {
      if (!coding.get().equalsIgnoreCase("chunked")) {
        throw new FetchException(Reason.MALFORMED);
      }
      return chunks();
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Optional<String> length = head.field("content-length");
    if (length.isPresent()) {
      copy(body, number(LENGTH, length.get(), 10));
    } else {
      copyAll(body);
    }
    return body.toByteArray();
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (long size = chunkSize(); size > 0; size = chunkSize()) {
      copy(body, size);
      if (!line(CHUNK_LINE).isEmpty()) {
        throw new FetchException(Reason.MALFORMED);
      }
    }
    return body.toByteArray(); // the trailer is ignored; the connection ends here
  }

  private long chunkSize() throws IOException {
    return number(CHUNK, line(CHUNK_LINE), 16);
  }

  private static long number(Pattern pattern, String text, int radix) throws FetchException {
    Matcher number = pattern.matcher(text);
    if (!number.matches()) {
      throw new FetchException(Reason.MALFORMED);
    }
    return Long.parseLong(number.group(1), radix);
  }

  private void copy(ByteArrayOutputStream body, long length) throws IOException {
    if (length > bodyBytes - body.size()) {
      throw new FetchException(Reason.TOO_LARGE);
    }
    for (long left = length; left > 0; ) {
      int n = in.read(piece, 0, (int) Math.min(left, piece.length));
      if (n < 0) {
        throw new FetchException(Reason.UNREACHABLE); // truncated
      }
      body.write(piece, 0, n);
      left -= n;
    }
  }

  private void copyAll(ByteArrayOutputStream body) throws IOException {
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      if (n > bodyBytes - body.size()) {
        throw new FetchException(Reason.TOO_LARGE);
      }
      body.write(piece, 0, n);
    }
  }

  private String headerLine() throws IOException {
    String line = line(headerLeft);
    headerLeft -= line.length() + 1;
    return line;
  }

  /** Reads a line without its end: LF or CRLF. */
  private String line(int most) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new FetchException(Reason.UNREACHABLE);
      }
      if (line.size() >= most) {
        throw new FetchException(Reason.TOO_LARGE);
      }
      line.write(b);
    }
    String text = line.toString(ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
