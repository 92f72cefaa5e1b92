package seda.netio.http;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpStatus;
import seda.netio.FileRegion;

/**
 * An answer: status, header fields, and a body, which is empty, bytes, a part of a file, or
 * streamed.
 *
 * <p>Immutable: setters return a new response. One response may answer any number of requests at
 * once without copying its bytes, except that a file or streamed body serves one request. The
 * server sets {@code Date}, {@code Content-Length}, {@code Connection} and {@code
 * Transfer-Encoding}.
 */
public final class HttpResponse {
  private static final Set<String> SET_BY_SERVER =
      Set.of("date", "content-length", "connection", "transfer-encoding", "keep-alive", "trailer");

  /** Length of a streamed body that is known only at its end. */
  public static final long UNKNOWN_LENGTH = -1;

  private static final String[] NO_FIELDS = {};

  /** Answers up to this size usually fit into the socket's buffer. */
  private static final int SMALL = 64 << 10;

  private final int status;
  private final String[] namesAndValues;
  private final ByteBuffer bytes;
  private final FileRegion file;
  private final Streamed streamed;
  private final int ownBytes;
  private final boolean closing;
  private byte[] head; // created at first use; a race is harmless

  /** A body that is produced while it is sent. */
  record Streamed(StreamedBody body, long length) {}

  private HttpResponse(
      int status,
      String[] namesAndValues,
      ByteBuffer bytes,
      FileRegion file,
      Streamed streamed,
      int ownBytes,
      boolean closing) {
    this.status = status;
    this.namesAndValues = namesAndValues;
    this.bytes = bytes;
    this.file = file;
    this.streamed = streamed;
    this.ownBytes = ownBytes;
    this.closing = closing;
  }

  /**
   * Creates a response without header fields or body.
   *
   * @throws IllegalArgumentException unless {@code 200 <= status <= 599}
   */
  public static HttpResponse of(int status) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("status " + status + ", must be from 200 to 599");
    }
    return new HttpResponse(status, NO_FIELDS, null, null, null, 0, false);
  }

  /**
   * Returns a copy with another header field.
   *
   * @throws IllegalArgumentException if the name is not a token or is set by the server, or if the
   *     value has control characters (so no value can start a new line) or is not Latin-1
   */
  public HttpResponse header(String name, String value) {
    requireName(name);
    requireValue(name, value);
    String[] more = java.util.Arrays.copyOf(namesAndValues, namesAndValues.length + 2);
    more[more.length - 2] = name;
    more[more.length - 1] = value;
    return new HttpResponse(status, more, bytes, file, streamed, ownBytes, closing);
  }

  private static void requireName(String name) {
    boolean token = !name.isEmpty() && name.chars().allMatch(RequestLine::isTokenByte);
    if (!token) {
      throw new IllegalArgumentException("a header name must be a token of RFC 9110");
    }
    if (SET_BY_SERVER.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("header " + name + " is set by the server");
    }
  }

  private static void requireValue(String name, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 127 || c > 255) {
        throw new IllegalArgumentException(
            "header " + name + " contains a character that is not allowed");
      }
    }
  }

  /**
   * Returns a copy with this body; the array must not change afterwards. The array is assumed to
   * exist for this response only: until it is sent, a large one counts against {@link
   * HttpLimits#maxBodiesBytes}.
   */
  public HttpResponse body(String contentType, byte[] content) {
    ByteBuffer bytesOfBody = ByteBuffer.wrap(content).asReadOnlyBuffer();
    return withBody(contentType, bytesOfBody, null, null, content.length);
  }

  /**
   * Returns a copy with this body, from the buffer's position to its limit. The content must not
   * change afterwards, and is assumed to be shared, as in a cache. A direct buffer is sent without
   * copying.
   */
  public HttpResponse body(String contentType, ByteBuffer content) {
    return withBody(contentType, content.asReadOnlyBuffer(), null, null, 0);
  }

  /** Returns a copy with this text as body, in UTF-8. */
  public HttpResponse text(String text) {
    return body("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a copy with a part of a file as body. The response owns the channel and closes it when
   * the request has ended, in any case.
   */
  public HttpResponse file(String contentType, FileChannel channel, long offset, long length) {
    return withBody(contentType, null, FileRegion.owned(channel, offset, length), null, 0);
  }

  /**
   * Returns a copy with a part of a shared file as body.
   *
   * @param released runs once, on any thread, when the request has ended, in any case
   */
  public HttpResponse sharedFile(
      String contentType, FileChannel channel, long offset, long length, Runnable released) {
    return withBody(contentType, null, new FileRegion(channel, offset, length, released), null, 0);
  }

  /**
   * Returns a copy with a body that is produced while it is sent. Without a length it is sent in
   * chunks.
   *
   * @param length length in bytes, or {@link #UNKNOWN_LENGTH}; if the body's length differs, the
   *     connection closes before its end
   */
  public HttpResponse streamed(String contentType, long length, StreamedBody body) {
    if (length < UNKNOWN_LENGTH) {
      throw new IllegalArgumentException(
          "length = " + length + ", must be 0 or more, or UNKNOWN_LENGTH");
    }
    return withBody(contentType, null, null, new Streamed(body, length), 0);
  }

  private HttpResponse withBody(
      String contentType, ByteBuffer content, FileRegion region, Streamed stream, int own) {
    if (forbidsBody()) {
      throw new IllegalArgumentException("a response of status " + status + " has no body");
    }
    if (bytes != null || file != null || streamed != null) {
      throw new IllegalStateException("the response already has a body");
    }
    return new HttpResponse(
        status,
        header("Content-Type", contentType).namesAndValues,
        content,
        region,
        stream,
        own,
        closing);
  }

  /** Returns a copy that closes the connection afterwards. */
  public HttpResponse closing() {
    return new HttpResponse(status, namesAndValues, bytes, file, streamed, ownBytes, true);
  }

  /** Returns the status code. */
  public int status() {
    return status;
  }

  /** Returns the first value of a header field that was set, or null; case-insensitive. */
  public String header(String name) {
    List<String> values = headerAll(name);
    return values.isEmpty() ? null : values.get(0);
  }

  /** Returns all values of a header field that was set, in order. */
  public List<String> headerAll(String name) {
    List<String> values = new ArrayList<>(1);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (namesAndValues[i].equalsIgnoreCase(name)) {
        values.add(namesAndValues[i + 1]);
      }
    }
    return values;
  }

  /** Passes name and value of each header field that was set to {@code action}, in order. */
  public void forEachHeader(BiConsumer<String, String> action) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      action.accept(namesAndValues[i], namesAndValues[i + 1]);
    }
  }

  /** Returns the length of the body in bytes, or {@link #UNKNOWN_LENGTH}. */
  public long bodyLength() {
    if (streamed != null) {
      return streamed.length();
    }
    return file != null ? file.length() : bytes != null ? bytes.remaining() : 0;
  }

  /** Returns the body's bytes, read-only; empty if there is none, or it is a file or streamed. */
  public ByteBuffer bodyBytes() {
    return bytes == null ? ByteBuffer.allocate(0) : bytes.duplicate();
  }

  /** Releases the file or streamed body of a response that will not be sent. */
  public void release() {
    if (streamed != null) {
      streamed.body().release();
    }
    if (file != null) {
      file.release();
    }
  }

  // ---- the server's side

  /** Returns the streamed body, or null. */
  Streamed streamedBody() {
    return streamed;
  }

  /** True if the length of the body is unknown before its end. */
  boolean isUnbounded() {
    return streamed != null && streamed.length() == UNKNOWN_LENGTH;
  }

  FileRegion fileRegion() {
    return file;
  }

  /**
   * Returns the memory that this response alone holds until it is sent, in bytes; 0 for a small
   * one.
   */
  int heldBytes() {
    return ownBytes > SMALL ? ownBytes : 0;
  }

  boolean isClosing() {
    return closing;
  }

  private boolean forbidsBody() {
    return status == 204 || status == 304;
  }

  /**
   * Returns status line and fields, each line terminated, without the empty line; the same array
   * each time.
   */
  byte[] head() {
    byte[] made = head;
    if (made == null) {
      made = makeHead();
      head = made;
    }
    return made;
  }

  private byte[] makeHead() {
    String reason = HttpStatus.getMessage(status);
    StringBuilder text = new StringBuilder(256);
    text.append("HTTP/1.1 ").append(status).append(' ').append(reason).append("\r\n");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      text.append(namesAndValues[i]).append(": ").append(namesAndValues[i + 1]).append("\r\n");
    }
    if (!forbidsBody() && !isUnbounded()) {
      text.append("Content-Length: ").append(bodyLength()).append("\r\n");
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return "HttpResponse[" + status + ", " + bodyLength() + " bytes]";
  }
}
