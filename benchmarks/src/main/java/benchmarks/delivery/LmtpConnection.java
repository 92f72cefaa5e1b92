package benchmarks.delivery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A connection of an MTA (RFC 2033) that pipelines the commands before the content (RFC 2920). For
 * one thread at a time; methods block.
 */
final class LmtpConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 120_000;

  private final Socket socket;
  private final BufferedReader in;
  private final OutputStream out;
  private final boolean takesSizes;

  /** Connects to a port of loopback, and greets. */
  LmtpConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      var bytes = new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1);
      in = new BufferedReader(bytes);
      out = socket.getOutputStream();
      require("220");
      write("LHLO load.example.net\r\n");
      List<String> offers = lines();
      requireCode("250", offers.get(0));
      takesSizes = offers.stream().anyMatch(line -> line.startsWith("SIZE", 4));
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * The outcome of a delivery.
   *
   * @param refusal reply that refuses the mail; empty if it is acknowledged
   * @param afterContent true if the refusal came after the content
   */
  record Outcome(Optional<String> refusal, boolean afterContent) {}

  /**
   * Delivers a mail to one recipient, and announces its size if the server offers that (RFC 1870).
   *
   * @param number of the mail and of its sender; the server sees a repeated one as a retry
   * @param parts the mail, with CRLF at the end of each line and of each part
   * @throws IOException if the connection is lost
   */
  Outcome deliver(long number, String recipient, byte[]... parts) throws IOException {
    long size = Arrays.stream(parts).mapToLong(part -> part.length).sum();
    String announced = takesSizes ? " SIZE=" + size : "";
    write("MAIL FROM:<s%d@example.net>%s\r\n".formatted(number, announced));
    write("RCPT TO:<" + recipient + ">\r\nDATA\r\n");
    List<String> replies = new ArrayList<>(List.of(reply(), reply(), reply()));
    boolean sends = replies.get(2).startsWith("354");
    if (sends) {
      for (byte[] part : parts) {
        out.write(stuffed(part));
      }
      write(".\r\n");
      replies.set(2, reply());
    }
    Optional<String> refusal = replies.stream().filter(reply -> !reply.startsWith("2")).findFirst();
    if (refusal.isPresent()) {
      write("RSET\r\n");
      require("250");
    }
    return new Outcome(refusal, sends);
  }

  /** Doubles the dots at the beginning of lines; most mails have none. */
  private static byte[] stuffed(byte[] part) {
    boolean lineBegins = true;
    for (byte octet : part) {
      if (lineBegins && octet == '.') {
        String text = "\n" + new String(part, StandardCharsets.ISO_8859_1);
        return text.replace("\n.", "\n..").substring(1).getBytes(StandardCharsets.ISO_8859_1);
      }
      lineBegins = octet == '\n';
    }
    return part;
  }

  /** The last line of the next reply. */
  private String reply() throws IOException {
    List<String> lines = lines();
    return lines.get(lines.size() - 1);
  }

  /** The lines of the next reply. */
  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    String line;
    do {
      line = in.readLine();
      if (line == null) {
        throw new IOException("the server closed the connection");
      }
      lines.add(line);
    } while (line.length() > 3 && line.charAt(3) == '-');
    return lines;
  }

  private void require(String code) throws IOException {
    requireCode(code, reply());
  }

  private static void requireCode(String code, String reply) throws IOException {
    if (!reply.startsWith(code)) {
      throw new IOException("expected " + code + ", got " + reply);
    }
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
