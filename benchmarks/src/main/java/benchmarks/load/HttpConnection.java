package benchmarks.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A client's HTTP/1.1 connection (RFC 9112) on a {@link ClientLoop}, for one request at a time. It
 * connects for the first request and after each close. It supports no transfer codings, because no
 * server here uses any. Only the loop's thread calls it. Methods do not block.
 *
 * <pre>
 *   CLOSED ── exchange ──► CONNECTING ──► HEAD ──► BODY ── whole reply ──► IDLE ── exchange ──► HEAD
 *      ▲                                                                    │
 *      └──────────────── end of stream, error, "Connection: close" ─────────┘
 * </pre>
 */
public final class HttpConnection {
  private static final int MAX_HEAD = 8 << 10;
  private static final byte[] NOTHING = {};
  private final ClientLoop loop;
  private final InetSocketAddress server;
  private final boolean keepsBodies;
  private SocketChannel channel; // null while it is closed
  private SelectionKey key;
  private ByteBuffer toSend;
  private Listener waiting;

  // the reply so far; most replies come in one read and need no buffer of their own
  private byte[] kept = NOTHING;
  private long came;
  private String head; // null until it is whole
  private long bodyBytes;

  /** Receives the end of a request, in exactly one of its methods. */
  public interface Listener {
    /** Receives the whole reply, which is valid during the call. */
    void replied(Reply reply);

    void failed(IOException cause);
  }

  /**
   * Creates a connection, which is still closed.
   *
   * @param keepsBodies false to count the bytes of bodies only
   */
  public HttpConnection(ClientLoop loop, InetSocketAddress server, boolean keepsBodies) {
    this.loop = loop;
    this.server = server;
    this.keepsBodies = keepsBodies;
  }

  /** Sends a request. The previous request must have ended. */
  public void exchange(String request, Listener listener) {
    waiting = listener;
    came = 0;
    head = null;
    toSend = ByteBuffer.wrap(request.getBytes(StandardCharsets.ISO_8859_1));
    try {
      if (channel != null || connect()) {
        write();
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  /** True if it is connected or connecting. */
  public boolean isOpen() {
    return channel != null;
  }

  /** True while it waits for a reply. */
  public boolean isWaiting() {
    return waiting != null;
  }

  /** Fails the awaited request, if any. */
  public void abandon(String why) {
    if (waiting != null) {
      fail(new IOException(why));
    }
  }

  private boolean connect() throws IOException {
    channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    boolean connected = channel.connect(server);
    key = channel.register(loop.selector, SelectionKey.OP_CONNECT, this);
    return connected;
  }

  void ready() {
    try {
      if (!key.isValid()) {
        return;
      }
      if (key.isConnectable()) {
        channel.finishConnect();
        write();
      } else if (key.isWritable()) {
        write();
      } else {
        read();
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void write() throws IOException {
    channel.write(toSend);
    int wanted = toSend.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (key.interestOps() != wanted) {
      key.interestOps(wanted);
    }
  }

  private void read() throws IOException {
    ByteBuffer bytes = loop.readBuffer.clear();
    if (channel.read(bytes) < 0) {
      throw new EOFException("the server closed the connection");
    }
    if (waiting == null) {
      throw new IOException("bytes without a request");
    }
    long before = came;
    came += bytes.flip().remaining();
    byte[] reply = gather(bytes, before);
    if (head == null) {
      readHead(reply, (int) before);
    }
    if (head != null && came >= head.length() + bodyBytes) {
      end(new Reply(head, reply, bodyBytes));
    } else if (before == 0) {
      kept = Arrays.copyOf(reply, keeps() ? (int) came : 0);
    }
  }

  private boolean keeps() {
    return head == null || keepsBodies;
  }

  /** An array that begins with the reply so far, as far as it is kept. */
  private byte[] gather(ByteBuffer bytes, long before) {
    if (before == 0) {
      bytes.get(loop.readBytes, 0, bytes.remaining());
      return loop.readBytes;
    }
    if (keeps()) {
      if (came > kept.length) {
        long whole = head == null ? came : head.length() + bodyBytes;
        kept = Arrays.copyOf(kept, (int) Math.max(came, whole));
      }
      bytes.get(kept, (int) before, bytes.remaining());
    }
    return kept;
  }

  private void readHead(byte[] reply, int before) throws IOException {
    int limit = (int) Math.min(came, MAX_HEAD);
    for (int i = Math.max(3, before); i < limit; i++) {
      if (reply[i] == '\n' && reply[i - 2] == '\n') {
        head = new String(reply, 0, i + 1, StandardCharsets.ISO_8859_1);
        bodyBytes = Math.max(0, new Reply(head, reply, 0).number("content-length"));
        return;
      }
    }
    if (came >= MAX_HEAD) {
      throw new IOException("a head of more than " + MAX_HEAD + " bytes");
    }
  }

  private void end(Reply reply) {
    kept = NOTHING;
    if ("close".equalsIgnoreCase(reply.header("connection"))) {
      close();
    }
    takeListener().replied(reply);
  }

  private void fail(IOException cause) {
    close();
    if (waiting != null) { // a server may close an idle connection
      takeListener().failed(cause);
    }
  }

  private Listener takeListener() {
    Listener listener = waiting;
    waiting = null;
    return listener;
  }

  /** Closes it without calling the listener. */
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // it is closed anyway
      }
      channel = null;
    }
  }
}
