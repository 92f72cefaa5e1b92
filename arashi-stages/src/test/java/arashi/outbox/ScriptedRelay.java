package arashi.outbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A scripted SMTP server on a loopback socket, which records accepted mails. */
final class ScriptedRelay implements AutoCloseable {

  /** Fate of a mail's content. */
  enum Fate {
    /** Accepted and acknowledged. */
    TAKEN,
    /** Accepted, but the connection ends without a reply. */
    TAKEN_IN_SILENCE,
    /** The connection ends within the content. */
    CUT
  }

  /** An accepted mail. */
  record Mail(String from, List<String> to, String content) {}

  /** Accepted mails, in order. */
  final List<Mail> taken = new CopyOnWriteArrayList<>();

  /** Fates of the next mails; accepted if empty. */
  final Queue<Fate> fates = new ConcurrentLinkedQueue<>();

  /** Replies to the next commands by name, in place of the usual ones. */
  final Map<String, Queue<String>> replies = new ConcurrentHashMap<>();

  /** Replies to recipients by address. */
  final Map<String, String> ofRecipients = new ConcurrentHashMap<>();

  /** Extensions in the EHLO reply. */
  final List<String> extensions = new CopyOnWriteArrayList<>(List.of("8BITMIME", "DSN"));

  /** All commands. */
  final List<String> commands = new CopyOnWriteArrayList<>();

  /** Runs at the final dot, before the reply. */
  volatile Runnable atDot = () -> {};

  /** Runs at each RCPT, before the reply. */
  volatile Runnable atRecipient = () -> {};

  /** Runs when a client disconnects between commands or sends QUIT. */
  volatile Runnable atEnd = () -> {};

  private final ServerSocket server;
  private final Thread accepting = new Thread(this::accept, "scripted-relay");

  ScriptedRelay() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    accepting.setDaemon(true);
    accepting.start();
  }

  int port() {
    return server.getLocalPort();
  }

  /** Scripts the reply to the next command of a name. */
  void answer(String command, String reply) {
    replies.computeIfAbsent(command, unused -> new ConcurrentLinkedQueue<>()).add(reply);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread thread = new Thread(() -> serve(socket), "scripted-relay-connection");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        InputStream in = new BufferedInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream()) {
      say(out, "220 relay.test ESMTP");
      String from = "";
      List<String> to = new ArrayList<>();
      for (String line = line(in); line != null; line = line(in)) {
        commands.add(line);
        String verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
        if (verb.equals("RCPT")) {
          atRecipient.run();
        }
        String reply = reply(verb, line);
        if (reply.isEmpty()) {
          return; // hangs up
        }
        if (verb.equals("MAIL")) {
          from = address(line);
          to = new ArrayList<>();
        } else if (verb.equals("RCPT") && reply.startsWith("2")) {
          to.add(address(line));
        }
        say(out, reply);
        if (verb.equals("QUIT")) {
          break;
        }
        if (reply.startsWith("421")) {
          return;
        }
        if (verb.equals("DATA") && reply.startsWith("354") && !data(in, out, from, to)) {
          return;
        }
      }
      atEnd.run();
    } catch (IOException e) {
      // the client hung up
    }
  }

  private String reply(String verb, String line) {
    Queue<String> scripted = replies.get(verb);
    String next = scripted == null ? null : scripted.poll();
    if (next != null) {
      return next;
    }
    return switch (verb) {
      case "EHLO" -> ehlo();
      case "DATA" -> "354 go on";
      case "QUIT" -> "221 bye";
      case "RCPT" -> ofRecipients.getOrDefault(address(line), "250 2.1.5 ok");
      default -> "250 2.0.0 ok";
    };
  }

  private String ehlo() {
    StringBuilder reply = new StringBuilder("250-relay.test\r\n");
    extensions.forEach(each -> reply.append("250-").append(each).append("\r\n"));
    return reply.append("250 SIZE 50000000").toString();
  }

  /** Reads the content; true if the connection stays open. */
  private boolean data(InputStream in, OutputStream out, String from, List<String> to)
      throws IOException {
    Fate fate = fates.isEmpty() ? Fate.TAKEN : fates.poll();
    StringBuilder content = new StringBuilder();
    for (String line = line(in); line != null; line = line(in)) {
      if (fate == Fate.CUT) {
        return false;
      }
      if (line.equals(".")) {
        atDot.run();
        Queue<String> scripted = replies.get(".");
        String reply = scripted == null ? null : scripted.poll();
        boolean refused = reply != null && !reply.startsWith("2");
        if (!refused) {
          taken.add(new Mail(from, List.copyOf(to), content.toString()));
        }
        if (fate == Fate.TAKEN_IN_SILENCE) {
          return false;
        }
        say(out, reply == null ? "250 2.0.0 queued" : reply);
        return true;
      }
      content.append(line.startsWith(".") ? line.substring(1) : line).append("\r\n");
    }
    return false; // the client hung up before the dot
  }

  private static String address(String command) {
    return command.substring(command.indexOf('<') + 1, command.indexOf('>'));
  }

  /** Reads a line without its CRLF; null at the end. */
  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        String text = line.toString(ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      line.write(b);
    }
    return null;
  }

  private static void say(OutputStream out, String reply) throws IOException {
    out.write((reply + "\r\n").getBytes(ISO_8859_1));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    server.close();
    try {
      accepting.join(); // the system accepts connections until accept() returns
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }
}
