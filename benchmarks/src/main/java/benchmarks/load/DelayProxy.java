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
 * A TCP proxy on loopback that makes a database slow: it holds each answer back for a time that can
 * be changed while connections are in use. An answer consists of all bytes until the next question,
 * so a large one is delayed once. Two threads a connection, which end with it.
 */
final class DelayProxy implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile long delayNanos;

  /** Listens on a free port and connects each client with a server. */
  DelayProxy(InetSocketAddress server) throws IOException {
    this.server = server;
    listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Sets how long each answer is held back from now on. Any thread. */
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
        // an answer begins when the client has asked since the last one
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
      // either side has gone, and both are closed now
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
