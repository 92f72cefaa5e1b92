package arashi.deploy.peer;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;

/**
 * Stands between an MTA and the service, and records both directions of each session. An MTA may
 * change a mail on its way (it adds {@code Received}); what must be stored is what came through
 * here. Safe from any thread.
 */
public final class Tap implements AutoCloseable {
  private final ServerSocket socket;
  private final IntSupplier service;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Line> lines = new CopyOnWriteArrayList<>();

  /**
   * Listens on a free port.
   *
   * @param service gives the port of loopback to which a new session goes
   */
  public Tap(IntSupplier service) {
    this.service = service;
    try {
      socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /** Port on loopback at which it listens. */
  public int port() {
    return socket.getLocalPort();
  }

  /** All mails that have come through, also in sessions that still go on. */
  public List<TappedMail> mails() {
    return lines.stream().flatMap(line -> line.mails().stream()).toList();
  }

  private void accept() {
    while (true) {
      try {
        Socket client = socket.accept();
        threads.execute(() -> serve(client));
      } catch (IOException e) {
        return; // it is closed
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket()) {
      server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), service.getAsInt()));
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Line line = new Line();
      lines.add(line);
      threads.execute(() -> pump(server, client, line.said));
      pump(client, server, line.asked);
    } catch (IOException e) {
      // the service is down: the client sees a session that ends before it began
    }
  }

  private static void pump(Socket from, Socket to, Recording recording) {
    byte[] buffer = new byte[16_384];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int octets = in.read(buffer); octets >= 0; octets = in.read(buffer)) {
        recording.add(buffer, octets); // before it is passed on, or an answer might come first
        out.write(buffer, 0, octets);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    close(socket);
    threads.shutdownNow();
  }

  private static final class Line {
    private final Recording asked = new Recording();
    private final Recording said = new Recording();

    List<TappedMail> mails() {
      return TappedMail.of(asked.octets(), said.octets());
    }
  }

  private static final class Recording {
    private final ByteArrayOutputStream octets = new ByteArrayOutputStream();

    synchronized void add(byte[] more, int count) {
      octets.write(more, 0, count);
    }

    synchronized byte[] octets() {
      return octets.toByteArray();
    }
  }
}
