package benchmarks.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/** A blocking thread for each connection. */
final class ThreadBursts {
  private ThreadBursts() {}

  /** Starts it, and returns its port. */
  static int start(ThreadFactory threads, LongAdder received) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BurstServer.BACKLOG);
    new Thread(() -> accept(channel, threads, received), "accept").start();
    return channel.socket().getLocalPort();
  }

  private static void accept(
      ServerSocketChannel channel, ThreadFactory threads, LongAdder received) {
    try {
      while (true) {
        SocketChannel connection = channel.accept();
        threads.newThread(() -> serve(connection, received)).start();
      }
    } catch (IOException e) {
      throw new IllegalStateException("accepting failed", e);
    }
  }

  private static void serve(SocketChannel connection, LongAdder received) {
    BurstServer.Progress progress = new BurstServer.Progress(received);
    ByteBuffer buffer = ByteBuffer.allocateDirect(BurstServer.READ_BYTES);
    try (connection) {
      for (int n = connection.read(buffer); n >= 0; n = connection.read(buffer.clear())) {
        if (progress.ends(n)) {
          connection.write(BurstServer.answer());
        }
      }
    } catch (IOException e) {
      // the load closes connections in the middle of bursts
    }
  }
}
