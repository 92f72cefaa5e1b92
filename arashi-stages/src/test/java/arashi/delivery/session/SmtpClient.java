package arashi.delivery.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client that sends any octets and reads reply by reply. */
final class SmtpClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final AutoCloseable connection;
  private Socket socket;
  private InputStream in;
  private OutputStream out;

  SmtpClient(InetSocketAddress address) throws IOException {
    socket = new Socket();
    socket.connect(address);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    connection = socket;
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  SmtpClient(Path file) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(file));
    connection = channel;
    in = Channels.newInputStream(channel);
    out = Channels.newOutputStream(channel);
  }

  /** Sends all at once. */
  SmtpClient send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return this;
  }

  /** Sends in pieces of random length. */
  SmtpClient sendChopped(String text, Random random) throws IOException {
    byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
    for (int from = 0; from < octets.length; ) {
      int length = Math.min(octets.length - from, 1 + random.nextInt(2000));
      out.write(octets, from, length);
      out.flush();
      from += length;
    }
    return this;
  }

  /** Reads the code of the next reply; empty if the server has closed. */
  String code() throws IOException {
    String reply = reply();
    return reply.isEmpty() ? "" : reply.substring(reply.lastIndexOf('\n') + 1).substring(0, 3);
  }

  /** Reads {@code count} codes, separated by blanks. */
  String codes(int count) throws IOException {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(i == 0 ? "" : " ").append(code());
    }
    return all.toString();
  }

  /** Reads the next reply with all its lines, without the last line end. */
  String reply() throws IOException {
    StringBuilder all = new StringBuilder();
    String line = line();
    while (line.length() > 3 && line.charAt(3) == '-') {
      all.append(line).append('\n');
      line = line();
    }
    return all.append(line).toString();
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int octet = in.read();
    while (octet >= 0 && octet != '\n') {
      line.write(octet);
      octet = in.read();
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  /** True if unread input has arrived. */
  boolean hasReply() {
    try {
      return in.available() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True if the server has closed. */
  boolean isEnded() throws IOException {
    return in.read() < 0;
  }

  /** Switches to TLS of these versions, in Java's names. */
  void startTls(SSLContext context, String... versions) throws IOException {
    SSLSocket secure =
        (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", 0, true);
    secure.setEnabledProtocols(versions);
    secure.startHandshake();
    socket = secure;
    in = secure.getInputStream();
    out = secure.getOutputStream();
  }

  /** Goes without a word. */
  void leave() throws IOException {
    close();
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
