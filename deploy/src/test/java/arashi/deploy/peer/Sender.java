package arashi.deploy.peer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A client of SMTP that hands over one mail after the other, as it is but for the dots of its
 * lines. Used from one thread.
 */
public final class Sender implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 120_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private boolean announces;

  /** Connects to a port of loopback. */
  public Sender(int port) {
    this(InetAddress.getLoopbackAddress(), port);
  }

  /** Connects to a port of loopback from a network that the server does not trust. */
  public static Sender outside(int port) {
    try {
      return new Sender(InetAddress.getByName("127.0.0.2"), port);
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(e); // an address is not looked up
    }
  }

  private Sender(InetAddress from, int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port, from, 0);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    require("220", reply());
    require("250", say("EHLO client.example.net"));
  }

  /** Announces the size of each mail from now on, as mail servers do (RFC 1870). */
  public void announceSizes(boolean yes) {
    announces = yes;
  }

  /**
   * Hands over a mail that ends with CRLF; each line must end with it, or the peer changes it.
   *
   * @return the last reply, or the first that refuses
   */
  public String send(String from, List<String> to, byte[] mail) {
    String size = announces ? " SIZE=" + mail.length : "";
    return deliver("MAIL FROM:<" + from + ">" + size, to, dotted(mail));
  }

  /** Hands over a mail like {@link #send}, and announces a size (RFC 1870). */
  public String sendAnnounced(String from, long size, List<String> to, byte[] mail) {
    return deliver("MAIL FROM:<" + from + "> SIZE=" + size, to, dotted(mail));
  }

  private String deliver(String command, List<String> to, byte[] stuffed) {
    String reply = say(command);
    for (String one : to) {
      reply = reply.startsWith("250") ? say("RCPT TO:<" + one + ">") : reply;
    }
    reply = reply.startsWith("250") ? say("DATA") : reply;
    if (!reply.startsWith("354")) {
      require("250", say("RSET"));
      return reply;
    }
    write(stuffed);
    return say(".");
  }

  private static byte[] dotted(byte[] mail) {
    ByteArrayOutputStream sent = new ByteArrayOutputStream(mail.length + 100);
    boolean atStart = true;
    for (byte octet : mail) {
      if (atStart && octet == '.') {
        sent.write('.');
      }
      sent.write(octet);
      atStart = octet == '\n';
    }
    return sent.toByteArray();
  }

  private String say(String line) {
    write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    return reply();
  }

  private void write(byte[] octets) {
    try {
      out.write(octets);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String reply() {
    String line = line();
    while (line.length() > 3 && line.charAt(3) == '-') {
      line = line();
    }
    return line;
  }

  private String line() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      for (int octet = in.read(); octet >= 0 && octet != '\n'; octet = in.read()) {
        line.write(octet);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  private static void require(String code, String reply) {
    if (!reply.startsWith(code)) {
      throw new IllegalStateException("the peer said " + reply);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
