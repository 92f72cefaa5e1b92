package benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A connection of one user, HTTP/1.1 (RFC 9112), one request at a time, on a {@link ClientLoop}. It
 * connects when it is first needed, and again after it was closed. Bodies are taken as ISO 8859-1,
 * which costs nothing, for links and forms are ASCII; it knows no transfer codings, as the service
 * sends none.
 *
 * <pre>
 *   CLOSED ── exchange ──► CONNECTING ──► WAITING ── whole reply ──► IDLE ── exchange ──► WAITING
 *      ▲                                                              │
 *      └───────────── end of stream, error, "Connection: close" ──────┘
 * </pre>
 */
public final class ClientConnection implements ClientSocket.Owner {
  private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};
  private static final int FIRST_BYTES = 1 << 14;

  private final ClientSocket socket;
  private Listener waiting;
  private byte[] received = new byte[FIRST_BYTES];
  private int length;
  private int bodyStart;
  private int end;
  private List<String> head;

  /** What comes of a request: exactly one of these. */
  public interface Listener {
    /** The whole reply has come. */
    void replied(Reply reply);

    /** There will be none. */
    void failed(IOException cause);
  }

  /** Not connected yet. */
  public ClientConnection(ClientLoop loop, InetSocketAddress server) {
    socket = loop.socket(server, this);
  }

  /** Sends a request; none must be waiting. */
  public void exchange(String request, Listener listener) {
    waiting = listener;
    length = 0;
    head = null;
    socket.send(ByteBuffer.wrap(request.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /** Whether a reply is awaited. */
  public boolean isWaiting() {
    return waiting != null;
  }

  /** Gives up what is awaited, if anything. */
  public void abandon(String why) {
    if (waiting != null) {
      close();
      failed(new IOException(why));
    }
  }

  @Override
  public void received(ByteBuffer bytes) throws IOException {
    int count = bytes.remaining();
    if (waiting == null) {
      throw new IOException("more bytes than were asked for");
    }
    if (length + count > received.length) {
      received = Arrays.copyOf(received, Math.max(2 * received.length, length + count));
    }
    bytes.get(received, length, count);
    length += count;
    if (head == null) {
      readHead();
    }
    if (head != null && length >= end) {
      reply();
    }
  }

  private void readHead() throws IOException {
    int at = 0;
    while (at + HEAD_END.length <= length
        && !Arrays.equals(received, at, at + HEAD_END.length, HEAD_END, 0, HEAD_END.length)) {
      at++;
    }
    if (at + HEAD_END.length > length) {
      return;
    }
    head = List.of(new String(received, 0, at, StandardCharsets.ISO_8859_1).split("\r\n"));
    bodyStart = at + HEAD_END.length;
    String bytes = new Reply(0, head, "").header("Content-Length");
    end = bodyStart + (bytes == null ? 0 : Integer.parseInt(bytes));
    if (end < bodyStart) {
      throw new IOException("a body of negative length");
    }
  }

  private void reply() {
    int status = Integer.parseInt(head.get(0).split(" ", 3)[1]);
    String body = new String(received, bodyStart, end - bodyStart, StandardCharsets.ISO_8859_1);
    Reply reply = new Reply(status, head.subList(1, head.size()), body);
    head = null; // not kept while its user thinks
    String after = reply.header("Connection");
    if (after != null && after.toLowerCase(Locale.ROOT).equals("close")) {
      close();
    }
    take().accept(reply);
  }

  private Consumer<Reply> take() {
    Listener listener = waiting;
    waiting = null;
    return listener::replied;
  }

  @Override
  public void failed(IOException cause) {
    Listener listener = waiting;
    waiting = null;
    if (listener != null) {
      listener.failed(cause);
    }
  }

  /** Closes it; what is awaited never comes. */
  public void close() {
    socket.close();
  }
}
