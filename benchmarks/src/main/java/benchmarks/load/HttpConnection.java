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
  private static final int FIRST_BODY = 16 << 10;
  private final ClientLoop loop;
  private final InetSocketAddress server;
  private final boolean keepsBodies;
  private final byte[] headBuffer = new byte[MAX_HEAD];
  private String head;
  private byte[] body = new byte[0];
  private SocketChannel channel; // null while it is closed
  private SelectionKey key;
  private ByteBuffer toSend;
  private Listener waiting;
  private int headBytes;
  private long bodyBytes;
  private long bodyCame;
  private boolean inBody;

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
    headBytes = 0;
    inBody = false;
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
    bytes.flip();
    if (!inBody) {
      readHead(bytes);
    }
    if (inBody) {
      readBody(bytes);
    }
  }

  private void readHead(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining() && !inBody) {
      if (headBytes == MAX_HEAD) {
        throw new IOException("a head of more than " + MAX_HEAD + " bytes");
      }
      byte b = bytes.get();
      headBuffer[headBytes++] = b;
      inBody = b == '\n' && headBytes >= 4 && headBuffer[headBytes - 3] == '\n';
    }
    if (inBody) {
      head = new String(headBuffer, 0, headBytes, StandardCharsets.ISO_8859_1);
      bodyCame = 0;
      bodyBytes = Math.max(0, new Reply(head, body, 0).number("content-length"));
    }
  }

  private void readBody(ByteBuffer bytes) throws IOException {
    int count = bytes.remaining();
    if (keepsBodies) {
      if (bodyCame + count > body.length) {
        body = Arrays.copyOf(body, Math.max(FIRST_BODY, 2 * (int) (bodyCame + count)));
      }
      bytes.get(body, (int) bodyCame, count);
    }
    bodyCame += count;
    if (bodyCame < bodyBytes) {
      return;
    }
    Reply reply = new Reply(head, body, bodyBytes);
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
