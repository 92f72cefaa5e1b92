package benchmarks.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/** A thread for each connection, which blocks. */
final class ThreadBursts implements BurstServer {
  private static final long STACK_BYTES = 256 << 10;

  private final ServerSocketChannel channel;
  private final ThreadFactory threads;
  private final LongAdder received;

  private ThreadBursts(ThreadFactory threads, LongAdder received) throws IOException {
    this.threads = threads;
    this.received = received;
    channel = ServerSocketChannel.open();
    channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    new Thread(this::accept, "accept").start();
  }

  static ThreadBursts platform(LongAdder received) throws IOException {
    return new ThreadBursts(task -> new Thread(null, task, "connection", STACK_BYTES), received);
  }

  /**
   * Starts it on virtual threads.
   *
   * @throws ReflectiveOperationException if this Java has none
   */
  static ThreadBursts virtual(LongAdder received) throws IOException, ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    ThreadFactory factory = (ThreadFactory) type.getMethod("factory").invoke(builder);
    return new ThreadBursts(factory, received);
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel connection = channel.accept();
        threads.newThread(() -> serve(connection)).start();
      }
    } catch (IOException e) {
      throw new IllegalStateException("accepting failed", e);
    }
  }

  private void serve(SocketChannel connection) {
    Progress progress = new Progress(received);
    ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    try (connection) {
      for (int n = connection.read(buffer); n >= 0; n = connection.read(buffer.clear())) {
        if (progress.ends(n)) {
          connection.write(BurstServer.answer());
        }
      }
    } catch (IOException e) {
      // the load has closed it while it sent
    }
  }

  @Override
  public int port() {
    return channel.socket().getLocalPort();
  }
}
