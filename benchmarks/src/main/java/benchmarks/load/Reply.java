package benchmarks.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A server's reply, as a view of a connection's buffers: nothing is decoded before it is asked for.
 */
public final class Reply {
  private static final int STATUS_AT = 9;
  private final byte[] head;
  private final int headBytes;
  private final byte[] body;
  private final long bodyBytes;

  Reply(byte[] head, int headBytes, byte[] body, long bodyBytes) {
    this.head = head;
    this.headBytes = headBytes;
    this.body = body;
    this.bodyBytes = bodyBytes;
  }

  /** A reply of its own, without header fields. */
  public static Reply of(int status, String body) {
    byte[] head = ("HTTP/1.1 " + status + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    return new Reply(head, head.length, bytes, bytes.length);
  }

  Reply with(byte[] newBody) {
    return new Reply(Arrays.copyOf(head, headBytes), headBytes, newBody, newBody.length);
  }

  /** The status code. */
  public int status() {
    return 100 * (head[STATUS_AT] - '0')
        + 10 * (head[STATUS_AT + 1] - '0')
        + (head[STATUS_AT + 2] - '0');
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

  /** The value of a header field that is a number; -1 if there is no such field. */
  long number(String name) {
    String value = header(name);
    return value == null ? -1 : Long.parseLong(value);
  }

  /** Where the value of a field begins, behind {@code from}; -1 if there is no such field. */
  private int find(String name, int from) {
    for (int i = from; i + name.length() + 1 < headBytes; i++) {
      if (head[i] == '\n' && head[i + 1 + name.length()] == ':' && isName(i + 1, name)) {
        return i + 2 + name.length();
      }
    }
    return -1;
  }

  private boolean isName(int from, String name) {
    for (int i = 0; i < name.length(); i++) {
      if ((head[from + i] | 0x20) != (name.charAt(i) | 0x20)) {
        return false;
      }
    }
    return true;
  }

  private String line(int from) {
    int end = from;
    while (head[end] != '\r') {
      end++;
    }
    return new String(head, from, end - from, StandardCharsets.ISO_8859_1).strip();
  }

  /** The body; bytes are taken as ISO 8859-1, which costs little: links and forms are ASCII. */
  public String body() {
    return new String(body, 0, (int) bodyBytes, StandardCharsets.ISO_8859_1);
  }

  byte[] bytes() {
    return Arrays.copyOf(body, (int) bodyBytes);
  }

  /** Bytes of head and body. */
  public long length() {
    return headBytes + bodyBytes;
  }
}
