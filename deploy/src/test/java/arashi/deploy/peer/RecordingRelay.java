package arashi.deploy.peer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A relay (RFC 5321) on loopback with scripted faults, which records each accepted mail: after the
 * final dot, even if its client gets no reply. Safe from any thread.
 */
public final class RecordingRelay implements AutoCloseable {
  private static final int LONGEST_LINE = 1 << 20;

  private final ServerSocket server;
  private final List<Taken> taken = new CopyOnWriteArrayList<>();
  private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();
  private final Set<String> greylisted = ConcurrentHashMap.newKeySet();
  private volatile Supplier<Trouble> troubles = () -> Trouble.NONE;
  private volatile Consumer<String> listener = command -> {};
  private volatile Duration slowness = Duration.ofMillis(200);

  /** Faults in the transfer of a mail. */
  public enum Trouble {
    /** Nothing. */
    NONE,
    /** The connection ends before anything is said. */
    DOWN,
    /** Each recipient is refused for a while when it is named for the first time. */
    GREYLISTS,
    /** Each answer takes a while. */
    SLOW,
    /** The connection ends in the midst of the content. */
    DIES_IN_DATA,
    /** The mail is taken, but the connection ends instead of an answer. */
    DROPS_AFTER_DOT
  }

  /**
   * A mail that was taken.
   *
   * @param commands MAIL and RCPT as they came
   * @param content without the dots that only the dialogue needs
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Taken(List<String> commands, byte[] content) {
    /** Recipients that were accepted. */
    public List<String> recipients() {
      return commands.stream()
          .filter(command -> command.startsWith("RCPT"))
          .map(RecordingRelay::address)
          .toList();
    }

    /** The content, octet by octet. */
    public String text() {
      return new String(content, ISO_8859_1);
    }
  }

  /** Listens on a free port. */
  public RecordingRelay() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread(this::accept);
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "recording-relay");
    thread.setDaemon(true);
    thread.start();
  }

  /** Port on loopback at which it takes mail. */
  public int port() {
    return server.getLocalPort();
  }

  /** Mails that were taken, in their order. */
  public List<Taken> taken() {
    return List.copyOf(taken);
  }

  /** Asked for each connection and again for each mail. */
  public void troubles(Supplier<Trouble> next) {
    troubles = next;
  }

  /** Time of a slow answer. */
  public void slowness(Duration time) {
    slowness = time;
  }

  /** Sets a listener that gets each command and the final dot before the reply. */
  public void listener(Consumer<String> told) {
    listener = told;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        connections.add(socket);
        thread(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        InputStream in = new BufferedInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream()) {
      if (troubles.get() != Trouble.DOWN) {
        say(out, "220 relay.test ESMTP");
        new Dialogue(in, out).run();
      }
    } catch (IOException e) {
      // the client hung up
    } finally {
      connections.remove(socket);
    }
  }

  /** One connection. */
  private final class Dialogue {
    private final InputStream in;
    private final OutputStream out;
    private Trouble trouble = Trouble.NONE;
    private List<String> envelope = new ArrayList<>();

    Dialogue(InputStream in, OutputStream out) {
      this.in = in;
      this.out = out;
    }

    void run() throws IOException {
      for (String line = line(in); line != null; line = line(in)) {
        String verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
        if (verb.equals("MAIL")) {
          trouble = troubles.get();
          envelope = new ArrayList<>();
        }
        listener.accept(line);
        if (trouble == Trouble.SLOW) {
          LockSupport.parkNanos(slowness.toNanos());
        }
        String reply = reply(verb, line);
        if (reply.startsWith("250") && (verb.equals("MAIL") || verb.equals("RCPT"))) {
          envelope.add(line);
        }
        say(out, reply);
        if (verb.equals("QUIT") || (verb.equals("DATA") && !data())) {
          return;
        }
      }
    }

    private String reply(String verb, String line) {
      return switch (verb) {
        case "EHLO" -> "250-relay.test\r\n250-8BITMIME\r\n250-DSN\r\n250 SIZE 90000000";
        case "DATA" -> "354 go on";
        case "QUIT" -> "221 bye";
        case "RCPT" ->
            trouble == Trouble.GREYLISTS && greylisted.add(address(line))
                ? "450 4.7.1 Come back later"
                : "250 2.1.5 ok";
        default -> "250 2.0.0 ok";
      };
    }

    /** Whether the connection goes on. */
    private boolean data() throws IOException {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      for (String line = line(in); line != null; line = line(in)) {
        if (trouble == Trouble.DIES_IN_DATA) {
          return false;
        }
        if (line.equals(".")) {
          taken.add(new Taken(List.copyOf(envelope), content.toByteArray()));
          listener.accept(line);
          if (trouble == Trouble.DROPS_AFTER_DOT) {
            return false;
          }
          if (trouble == Trouble.SLOW) {
            LockSupport.parkNanos(slowness.toNanos());
          }
          say(out, "250 2.0.0 queued");
          return true;
        }
        content.writeBytes(
            ((line.startsWith(".") ? line.substring(1) : line) + "\r\n").getBytes(ISO_8859_1));
      }
      return false; // the client hung up before the dot
    }
  }

  private static String address(String command) {
    return command.substring(command.indexOf('<') + 1, command.indexOf('>'));
  }

  /** A line without its end; null at the end. */
  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        String text = line.toString(ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      line.write(b);
      if (line.size() > LONGEST_LINE) {
        throw new IOException("a line without an end");
      }
    }
    return null;
  }

  private static void say(OutputStream out, String reply) throws IOException {
    out.write((reply + "\r\n").getBytes(ISO_8859_1));
    out.flush();
  }

  /** Ends all connections, too. */
  @Override
  public void close() {
    try {
      server.close();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
