package benchmarks.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A client's socket: it connects when there is first something to send, and again after it was
 * closed. It is its selection key's attachment, for which the loop over that selector calls {@link
 * #ready}; all else is called by its owner. Of one thread, the selector's; nothing blocks.
 */
public final class ClientSocket {
  private final Selector selector;
  private final InetSocketAddress server;
  private final ByteBuffer readBuffer;
  private final Owner owner;
  private SocketChannel channel; // null while it is closed
  private SelectionKey key;
  private ByteBuffer toSend;

  /** Whose socket it is. */
  public interface Owner {
    /** Bytes have come, valid during the call; what it throws is a failure as well. */
    void received(ByteBuffer bytes) throws IOException;

    /** The connection failed or was ended by the server; the socket is closed. */
    void failed(IOException cause);
  }

  /**
   * Not connected yet.
   *
   * @param readBuffer of the thread, for all its sockets
   */
  public ClientSocket(
      Selector selector, InetSocketAddress server, ByteBuffer readBuffer, Owner owner) {
    this.selector = selector;
    this.server = server;
    this.readBuffer = readBuffer;
    this.owner = owner;
  }

  /** Whether it is connected, or about to be. */
  public boolean isOpen() {
    return channel != null;
  }

  /** Sends bytes, now or as soon as it can; all that was sent before must be on its way. */
  public void send(ByteBuffer bytes) {
    toSend = bytes;
    try {
      if (channel != null || connect()) {
        write();
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private boolean connect() throws IOException {
    channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    boolean connected = channel.connect(server);
    key = channel.register(selector, SelectionKey.OP_CONNECT, this);
    return connected;
  }

  /** Does what the selector says can be done. */
  public void ready() {
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
    readBuffer.clear();
    if (channel.read(readBuffer) < 0) {
      throw new EOFException("the server closed the connection");
    }
    owner.received(readBuffer.flip());
  }

  private void fail(IOException cause) {
    close();
    owner.failed(cause);
  }

  /** Closes it; the owner is not told. */
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // closed is all it had to become
      }
      channel = null;
    }
  }
}
