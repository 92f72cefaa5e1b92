package arashi.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Stands between a service and its database, and does to it what networks and operators do. */
final class TcpProxy implements AutoCloseable {
  private final InetSocketAddress server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final int port;
  private volatile ServerSocket listening;
  private volatile Thread accepting;
  private volatile Duration delay = Duration.ZERO;
  private volatile String lastWords;
  private volatile Cut cut = Cut.NONE;
  private volatile CountDownLatch thawed = new CountDownLatch(0);

  TcpProxy(String host, int serverPort) throws IOException {
    server = new InetSocketAddress(host, serverPort);
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = listening.getLocalPort();
    serve(listening);
  }

  int port() {
    return port;
  }

  /** Simulates a stopped server: connections end, and no new ones are taken. */
  void stop() throws IOException {
    listening.close();
    try {
      accepting.join(); // until its accept() returns, the system still takes connections
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    for (Socket socket : open) {
      socket.close();
    }
  }

  /** Simulates a restart after {@link #stop}. */
  void start() throws IOException {
    listening = new ServerSocket();
    listening.setReuseAddress(true);
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    serve(listening);
  }

  /** Simulates a frozen server: connections are taken, and nothing is answered. */
  void freeze() {
    thawed = new CountDownLatch(1);
  }

  /** Ends the simulated freeze. */
  void thaw() {
    thawed.countDown();
  }

  /**
   * Ends the next connection on which a client says this, once the server has read it: its answer
   * is lost.
   */
  void loseTheAnswerTo(String statement) {
    lastWords = statement;
  }

  /**
   * Where a connection ends that says a statement.
   *
   * @param statement end of a client's statement
   * @param skipped number to spare first, on any connection; none after the one
   * @param isAnswered true: right behind the server's answer; false: the answer is lost, though the
   *     server executes the statement
   */
  record Cut(String statement, AtomicInteger skipped, boolean isAnswered) {
    static final Cut NONE = new Cut("", new AtomicInteger(), false);

    boolean hits(byte[] said, int length) {
      return !statement.isEmpty()
          && new String(said, 0, length, StandardCharsets.ISO_8859_1).endsWith(statement)
          && skipped.getAndDecrement() == 0;
    }
  }

  /** Ends one connection so, unless {@link #spare} comes first; the server takes new ones. */
  void cut(String statement, int skipped, boolean isAnswered) {
    cut = new Cut(statement, new AtomicInteger(skipped), isAnswered);
  }

  /** Ends no connection from now on; true if {@link #cut} has ended one. */
  boolean spare() {
    boolean hit = cut.skipped().get() < 0;
    cut = Cut.NONE;
    return hit;
  }

  /** Delays all bytes of the server. */
  void delay(Duration newDelay) {
    delay = newDelay;
  }

  private void serve(ServerSocket from) {
    accepting =
        daemon(
            () -> {
              while (!from.isClosed()) {
                join(from.accept());
              }
            });
  }

  private void join(Socket client) {
    open.add(client);
    try {
      Socket behind = new Socket(server.getAddress(), server.getPort());
      open.add(behind);
      AtomicBoolean last = new AtomicBoolean();
      daemon(() -> pump(client, behind, false, last));
      daemon(() -> pump(behind, client, true, last));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code last} is set once the server's next answer is the last one. */
  private void pump(Socket from, Socket to, boolean delayed, AtomicBoolean last)
      throws IOException {
    byte[] buffer = new byte[16 << 10];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        awaitThaw();
        if (delayed) {
          LockSupport.parkNanos(delay.toNanos());
        }
        Cut now = cut;
        boolean hit = !delayed && now.hits(buffer, n);
        last.compareAndSet(false, hit && now.isAnswered());
        out.write(buffer, 0, n);
        if (delayed && last.get()) {
          return;
        }
        if ((hit && !now.isAnswered()) || (!delayed && endsWith(buffer, n))) {
          lastWords = null;
          open.remove(from);
          from.close(); // the client is left alone; the server executes received statements
          to.shutdownOutput();
          in.transferTo(OutputStream.nullOutputStream());
          return;
        }
      }
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  private boolean endsWith(byte[] buffer, int length) {
    String wanted = lastWords;
    return wanted != null
        && new String(buffer, 0, length, StandardCharsets.ISO_8859_1).endsWith(wanted);
  }

  private void awaitThaw() throws IOException {
    try {
      thawed.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static Thread daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // a socket was closed, which is what this is for
              }
            },
            "proxy");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() throws IOException {
    thaw();
    stop();
  }
}
