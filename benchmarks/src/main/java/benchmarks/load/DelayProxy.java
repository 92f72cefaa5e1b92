package benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A TCP proxy on loopback that delays each answer of a database. An answer consists of all bytes
 * before the next question, so a large one is delayed once. Each connection has two threads.
 */
final class DelayProxy implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile long delayNanos;

  /** Listens on a free port and connects each client to a server. */
  DelayProxy(InetSocketAddress server) throws IOException {
    this.server = server;
    listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Sets the delay of later answers. Any thread. */
  void delay(Duration delay) {
    delayNanos = delay.toNanos();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket behind = new Socket(server.getAddress(), server.getPort());
        for (Socket socket : new Socket[] {client, behind}) {
          socket.setTcpNoDelay(true);
          open.add(socket);
        }
        // the first bytes after a question begin an answer
        AtomicBoolean asked = new AtomicBoolean();
        threads.execute(() -> copy(client, behind, () -> asked.set(true)));
        threads.execute(() -> copy(behind, client, () -> holdBack(asked)));
      } catch (IOException | RejectedExecutionException e) {
        return; // closed
      }
    }
  }

  private void holdBack(AtomicBoolean asked) {
    if (asked.getAndSet(false) && delayNanos > 0) {
      try {
        TimeUnit.NANOSECONDS.sleep(delayNanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void copy(Socket from, Socket to, Runnable before) {
    byte[] buffer = new byte[BUFFER];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        before.run();
        to.getOutputStream().write(buffer, 0, count);
      }
    } catch (IOException e) {
      // one side has closed, and now both are closed
    } finally {
      open.removeAll(List.of(from, to));
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdown();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
