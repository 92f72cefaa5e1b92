package benchmarks.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A server's reply; its body is a view of a connection's buffer, decoded only on demand. */
public final class Reply {
  private static final int STATUS_AT = 9;
  private final String head;
  private final byte[] bytes;
  private final long bodyBytes;

  /**
   * A reply.
   *
   * @param head includes the empty line and has one character for each byte
   * @param bytes of the whole reply, and perhaps more
   */
  Reply(String head, byte[] bytes, long bodyBytes) {
    this.head = head;
    this.bytes = bytes;
    this.bodyBytes = bodyBytes;
  }

  /** A reply without header fields. */
  public static Reply of(int status, String body) {
    return of("HTTP/1.1 " + status + "\r\n\r\n", body.getBytes(StandardCharsets.ISO_8859_1));
  }

  Reply with(byte[] body) {
    return of(head, body);
  }

  private static Reply of(String head, byte[] body) {
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] bytes = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, bytes, start.length, body.length);
    return new Reply(head, bytes, body.length);
  }

  /** The status code. */
  public int status() {
    return Integer.parseInt(head, STATUS_AT, STATUS_AT + 3, 10);
  }

  /** The value of a header field, or null. */
  public String header(String name) {
    int at = find(name, 0);
    return at < 0 ? null : line(at);
  }

  /** All values of a header field. */
  public List<String> headers(String name) {
    List<String> values = new ArrayList<>();
    for (int at = find(name, 0); at >= 0; at = find(name, at)) {
      values.add(line(at));
    }
    return values;
  }

  /** The numeric value of a header field; -1 if there is none. */
  long number(String name) {
    String value = header(name);
    return value == null ? -1 : Long.parseLong(value);
  }

  /** Index of the value of the next such field after {@code from}; -1 if there is none. */
  private int find(String name, int from) {
    int line = head.indexOf('\n', from);
    while (line >= 0
        && !(head.startsWith(":", line + 1 + name.length())
            && head.regionMatches(true, line + 1, name, 0, name.length()))) {
      line = head.indexOf('\n', line + 1);
    }
    return line < 0 ? -1 : line + 2 + name.length();
  }

  private String line(int from) {
    return head.substring(from, head.indexOf('\r', from)).strip();
  }

  /** The body as ISO 8859-1, which is cheap and enough for links and forms in ASCII. */
  public String body() {
    return new String(bytes, head.length(), (int) bodyBytes, StandardCharsets.ISO_8859_1);
  }

  byte[] bytes() {
    return Arrays.copyOfRange(bytes, head.length(), (int) length());
  }

  /** Bytes of head and body. */
  public long length() {
    return head.length() + bodyBytes;
  }
}
