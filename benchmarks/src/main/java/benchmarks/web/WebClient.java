package benchmarks.web;

import benchmarks.load.ClientSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A client that reads answers without keeping them: it looks for status and length, and counts the
 * rest.
 *
 * <pre>
 *   (connect ─►) send ─► HEAD ── length known ──► BODY ── all read ──► think ─► send …
 *                                                             └ 503: as Retry-After says
 * </pre>
 */
final class WebClient implements ClientSocket.Owner {
  private static final Duration RETRY = Duration.ofMillis(20);
  private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CLOSE = "connection: close".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] RETRY_AFTER = "retry-after:".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_AT = 9;
  private static final int MAX_HEAD = 4096;

  private final WebLoad load;
  private final String fields;
  private final ClientSocket socket;
  private final byte[] head = new byte[MAX_HEAD];
  private int headBytes;
  private long bodyBytes;
  private long bodyLeft;
  private boolean awaiting;
  private boolean inBody;
  private boolean refused;
  private int sent;
  private int count;
  private long startNanos;

  /** One of which all requests have these fields, beside the host. */
  WebClient(WebLoad load, String fields) {
    this.load = load;
    this.fields = fields;
    socket = load.socket(this);
  }

  /** Answers since the last reset. */
  int count() {
    return count;
  }

  void resetCount() {
    count = 0;
  }

  /**
   * Sends the next request.
   *
   * @param intendedNanos when that was meant to be; what the load is late counts as response time
   */
  void next(long intendedNanos) {
    startNanos = intendedNanos;
    String path = load.habits().paths().get();
    String text = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
    headBytes = 0;
    inBody = false;
    awaiting = true;
    sent = socket.isOpen() ? sent : 0;
    socket.send(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  public void received(ByteBuffer bytes) throws IOException {
    if (!inBody) {
      readHead(bytes);
    }
    if (inBody) {
      bodyLeft -= bytes.remaining();
      if (bodyLeft <= 0) {
        answered();
      }
    }
  }

  private void readHead(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (headBytes == MAX_HEAD) {
        throw new IOException("a head of more than " + MAX_HEAD + " bytes");
      }
      byte b = buffer.get();
      head[headBytes++] = b;
      if (b == '\n' && headBytes >= 4 && head[headBytes - 3] == '\n') {
        inBody = true;
        bodyBytes = contentLength();
        bodyLeft = bodyBytes;
        return;
      }
    }
  }

  private long contentLength() throws IOException {
    refused = head[STATUS_AT] == '5' && head[STATUS_AT + 2] == '3';
    if (head[STATUS_AT] != '2' && !refused) {
      throw new IOException("not the answer that was asked for");
    }
    long length = field(LENGTH);
    if (length < 0) {
      throw new IOException("no Content-Length");
    }
    return length;
  }

  /** Value of a field that is a number; -1 if there is none. */
  private long field(byte[] name) {
    int at = valueOf(name);
    if (at < 0) {
      return -1;
    }
    long value = 0;
    for (; head[at] != '\r'; at++) {
      value = head[at] == ' ' ? value : 10 * value + head[at] - '0';
    }
    return value;
  }

  /** Where a field's value begins; -1 if there is no such field. */
  private int valueOf(byte[] name) {
    for (int i = 0; i + name.length < headBytes; i++) {
      if (head[i] == '\n' && isName(i + 1, name)) {
        return i + 1 + name.length;
      }
    }
    return -1;
  }

  private boolean isName(int from, byte[] name) {
    for (int i = 0; i < name.length; i++) {
      if ((head[from + i] | 0x20) != (name[i] | 0x20)) {
        return false;
      }
    }
    return true;
  }

  private void answered() {
    sent++;
    awaiting = false;
    if (refused) {
      load.refused();
    } else {
      count++;
      load.answered(startNanos, headBytes + bodyBytes);
    }
    if (sent == load.habits().requests() || valueOf(CLOSE) >= 0) {
      close();
    }
    if (refused) {
      thinkFor(Duration.ofSeconds(Math.max(1, field(RETRY_AFTER))));
    } else {
      long now = System.nanoTime();
      askAt(load.habits().pace().next(startNanos, now), now);
    }
  }

  private void askAt(long nanos, long now) {
    if (nanos <= now) {
      next(nanos);
    } else {
      load.at(nanos, () -> next(nanos));
    }
  }

  private void thinkFor(Duration time) {
    long due = System.nanoTime() + time.toNanos();
    load.at(due, () -> next(due));
  }

  /** A server may close a connection while its client thinks; that is no failure. */
  @Override
  public void failed(IOException cause) {
    if (awaiting) {
      awaiting = false;
      load.failed();
      thinkFor(RETRY);
    }
  }

  void close() {
    socket.close();
  }
}
