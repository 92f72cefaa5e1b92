package arashi.deploy;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client of SMTP or LMTP that sends any octets, and waits for answers only on request. */
final class RawMailSession implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private Socket socket;
  private InputStream in;
  private OutputStream out;

  /** Connects to a port of loopback. */
  RawMailSession(int port) throws IOException {
    use(new Socket(InetAddress.getLoopbackAddress(), port));
    socket.setTcpNoDelay(true);
  }

  private void use(Socket connected) throws IOException {
    socket = connected;
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /** Sends octets, one for each character. */
  RawMailSession send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawMailSession send(byte[] octets) throws IOException {
    out.write(octets);
    out.flush();
    return this;
  }

  /** Sends the same again and again; false if the server closes before all was sent. */
  boolean sendTimes(byte[] octets, int times) {
    try {
      for (int i = 0; i < times; i++) {
        out.write(octets);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The code of the next reply, and nothing if the connection has ended instead. */
  String code() throws IOException {
    String line = line();
    while (line.length() > 3 && line.charAt(3) == '-') {
      line = line();
    }
    return line.substring(0, Math.min(3, line.length()));
  }

  /** The codes of all replies until the connection ends. */
  List<String> codesToTheEnd() throws IOException {
    List<String> codes = new ArrayList<>();
    for (String code = code(); !code.isEmpty(); code = code()) {
      codes.add(code);
    }
    return codes;
  }

  /** Sends nothing more, and gives the codes of all replies. */
  List<String> end() throws IOException {
    try {
      socket.shutdownOutput();
    } catch (SocketException e) {
      // the server was first
    }
    return codesToTheEnd();
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      for (int octet = in.read(); octet >= 0 && octet != '\n'; octet = in.read()) {
        line.write(octet);
      }
    } catch (SocketException e) {
      return ""; // reset: it ends as well
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  /** Goes on under TLS. */
  void startTls(SSLContext context) throws IOException {
    SSLSocket secure =
        (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", 0, true);
    secure.startHandshake();
    use(secure);
  }

  /** Disconnects at once by a reset; unread answers are lost. */
  void vanish() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
