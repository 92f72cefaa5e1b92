package benchmarks.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that hold on to a server: a third of them send a header a byte at a time, a third a body,
 * and a third read a long page a little at a time; each does so once a second. Who is cut off comes
 * back at once. They have a thread of their own.
 */
final class SlowClients implements AutoCloseable {
  private static final long EVERY_NANOS = 1_000_000_000;
  private static final int READ_BYTES = 100;
  private static final int RECEIVE_BUFFER = 4096;
  private static final ByteBuffer BYTE = ByteBuffer.wrap(new byte[] {'x'}).asReadOnlyBuffer();

  /** What a client is slow at. */
  private enum Kind {
    HEADER("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
    BODY("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"),
    READING("GET " + FileSet.LONGEST + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

    private final String beginning;

    Kind(String beginning) {
      this.beginning = beginning;
    }
  }

  private final InetSocketAddress server;
  private final List<Client> clients = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final Thread thread = new Thread(this::run, "slow-clients");
  private volatile boolean closed;
  private volatile IOException failure;
  private int cutOff;

  private final class Client {
    private final Kind kind;
    private SocketChannel channel;

    Client(Kind kind) throws IOException {
      this.kind = kind;
      connect();
    }

    private void connect() throws IOException {
      channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.connect(server);
      channel.write(ByteBuffer.wrap(kind.beginning.getBytes(StandardCharsets.US_ASCII)));
      channel.configureBlocking(false);
    }

    void act() throws IOException {
      if (!isKept()) {
        cutOff++;
        channel.close();
        connect();
      }
    }

    private boolean isKept() {
      try {
        if (kind != Kind.READING) {
          channel.write(BYTE.duplicate());
        }
        return channel.read(buffer.clear()) >= 0;
      } catch (IOException e) {
        return false; // reset
      }
    }
  }

  /** Connects them one after the other. */
  SlowClients(InetSocketAddress server, int count) throws IOException {
    this.server = server;
    try {
      for (int i = 0; i < count; i++) {
        clients.add(new Client(Kind.values()[i % Kind.values().length]));
      }
    } catch (IOException e) {
      closeChannels();
      throw e;
    }
    thread.start();
  }

  /** One after the other, so that they do not all come at once. */
  private void run() {
    long due = System.nanoTime();
    try {
      for (int i = 0; !closed; i++) {
        clients.get(i % clients.size()).act();
        due += EVERY_NANOS / clients.size();
        LockSupport.parkNanos(due - System.nanoTime());
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  /**
   * Ends them.
   *
   * @return how often one was cut off, or answered
   * @throws IOException if one could not come back
   */
  int end() throws IOException {
    close();
    if (failure != null) {
      throw failure;
    }
    return cutOff;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeChannels();
  }

  private void closeChannels() throws IOException {
    for (Client client : clients) {
      client.channel.close();
    }
  }
}
