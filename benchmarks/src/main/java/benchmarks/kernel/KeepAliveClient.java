package benchmarks.kernel;

import benchmarks.report.BenchmarkException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A thread with connections that it keeps, on each of which it asks for the same page: it sends a
 * request on all, then reads all answers, and begins again. So many requests are under way at any
 * time, and one costs it two system calls.
 */
final class KeepAliveClient implements AutoCloseable {
  private static final int CONNECTIONS = 64;
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String LENGTH = "Content-Length: ";

  private final byte[] request;
  private final List<Socket> sockets = new ArrayList<>();
  private Thread thread;
  private volatile IOException failure;

  /** Connects. */
  KeepAliveClient(InetSocketAddress server, String path) throws IOException {
    request =
        ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket socket = new Socket();
      sockets.add(socket);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(server);
    }
  }

  /** Asks until then, as a {@link System#nanoTime}. */
  void start(long end) {
    thread =
        new Thread(
            () -> {
              try {
                run(end);
              } catch (IOException e) {
                failure = e;
              }
            },
            "client");
    thread.start();
  }

  private void run(long end) throws IOException {
    byte[] answer = new byte[answerLength()];
    while (System.nanoTime() - end < 0) {
      for (Socket socket : sockets) {
        socket.getOutputStream().write(request);
      }
      for (Socket socket : sockets) {
        if (socket.getInputStream().readNBytes(answer, 0, answer.length) < answer.length) {
          throw new EOFException("the server closed a connection");
        }
      }
    }
  }

  /** All answers are of one length: a first one tells it. */
  private int answerLength() throws IOException {
    Socket socket = sockets.get(0);
    socket.getOutputStream().write(request);
    InputStream in = new BufferedInputStream(socket.getInputStream());
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server closed a connection");
      }
      head.append((char) next);
    }
    int at = head.indexOf(LENGTH);
    if (!head.toString().startsWith("HTTP/1.1 200 ") || at < 0) {
      throw new IOException("no page, but: " + head);
    }
    int from = at + LENGTH.length();
    int body = Integer.parseInt(head.substring(from, head.indexOf("\r", from)));
    in.skipNBytes(body);
    return head.length() + body;
  }

  /** Waits for its end. */
  void join() throws InterruptedException {
    thread.join();
    if (failure != null) {
      throw new BenchmarkException("a client failed: " + failure.getMessage(), failure);
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
