package benchmarks.delivery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
      require("250");
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Delivers a mail to one recipient.
   *
   * @param number of the mail and of its sender; the server sees a repeated one as a retry
   * @param mail with CRLF at the end of each line
   * @return the refusal; empty if the mail is acknowledged
   * @throws IOException if the connection is lost
   */
  Optional<String> deliver(long number, String recipient, byte[] mail) throws IOException {
    write("MAIL FROM:<s" + number + "@example.net>\r\nRCPT TO:<" + recipient + ">\r\nDATA\r\n");
    List<String> replies = new ArrayList<>(List.of(reply(), reply(), reply()));
    if (replies.get(2).startsWith("354")) {
      String text = "\n" + new String(mail, StandardCharsets.ISO_8859_1);
      write(text.replace("\n.", "\n..").substring(1) + ".\r\n");
      replies.set(2, reply());
    }
    Optional<String> refusal = replies.stream().filter(reply -> !reply.startsWith("2")).findFirst();
    if (refusal.isPresent()) {
      write("RSET\r\n");
      require("250");
    }
    return refusal;
  }

  /** The last line of the next reply. */
  private String reply() throws IOException {
    String line = in.readLine();
    while (line != null && line.length() > 3 && line.charAt(3) == '-') {
      line = in.readLine();
    }
    if (line == null) {
      throw new IOException("the server closed the connection");
    }
    return line;
  }

  private void require(String code) throws IOException {
    String reply = reply();
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
