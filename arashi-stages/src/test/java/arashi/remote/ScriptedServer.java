package arashi.remote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;

/** A server that answers connections one by one with scripted bytes. */
final class ScriptedServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

  private final ServerSocket listening;
  private final BlockingQueue<Script> scripts = new LinkedBlockingQueue<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::serve, "scripted server");
  private final AtomicInteger connections = new AtomicInteger();
  private volatile InputStream current;

  /** Response to a connection after its request. */
  @FunctionalInterface
  interface Script {
    void write(OutputStream out) throws IOException;
  }

  ScriptedServer() {
    this(ServerSocketFactory.getDefault());
  }

  ScriptedServer(ServerSocketFactory sockets) {
    try {
      listening = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  void answers(String answer) {
    answers(out -> out.write(answer.getBytes(ISO_8859_1)));
  }

  void answers(Script script) {
    scripts.add(script);
  }

  /** The number of accepted connections. */
  int connections() {
    return connections.get();
  }

  /** Heads of the requests, without the empty line. */
  List<String> requests() {
    return requests;
  }

  List<String> bodies() {
    return bodies;
  }

  private void serve() {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        connections.incrementAndGet();
        current = socket.getInputStream();
        readRequest(current);
        Script script = scripts.poll();
        if (script != null) {
          script.write(socket.getOutputStream());
          socket.getOutputStream().flush();
        }
      } catch (IOException e) {
        // the client disconnected, or the test is over
      }
    }
  }

  private void readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return;
      }
      head.append((char) b);
    }
    requests.add(head.substring(0, head.length() - 2));
    Matcher length = LENGTH.matcher(head);
    if (length.find()) {
      bodies.add(new String(in.readNBytes(Integer.parseInt(length.group(1))), ISO_8859_1));
    }
  }

  /** Within a script: waits until the client closes the connection. */
  void awaitClosedByClient() throws IOException {
    while (current.read() >= 0) {
      // the client sends nothing more
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
