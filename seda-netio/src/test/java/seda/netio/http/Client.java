package seda.netio.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A plain client: sends exact bytes and reads responses. */
final class Client implements AutoCloseable {
  private static final int GUARD_MILLIS = 20_000;

  /** A response, its body as text with one character per byte. */
  record Response(String statusLine, List<String> headers, String text) {
    int status() {
      return Integer.parseInt(statusLine.substring(9, 12));
    }

    /** Returns the first value, or null. */
    String header(String name) {
      for (String line : headers) {
        int colon = line.indexOf(':');
        if (line.substring(0, colon).equalsIgnoreCase(name)) {
          return line.substring(colon + 1).strip();
        }
      }
      return null;
    }
  }

  final Socket socket;
  private final InputStream in;

  Client(InetSocketAddress address) throws IOException {
    socket = new Socket();
    socket.setSoTimeout(GUARD_MILLIS);
    socket.setTcpNoDelay(true);
    socket.connect(address, GUARD_MILLIS);
    in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
  }

  /** Uses an existing connection. */
  Client(Socket connected) throws IOException {
    socket = connected;
    socket.setSoTimeout(GUARD_MILLIS);
    in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
  }

  Client send(String text) throws IOException {
    return send(Bytes.of(text));
  }

  Client send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Sends a GET with a Host field only. */
  Client get(String target) throws IOException {
    return send("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n");
  }

  Client endOutput() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /** Reads the next response, with a body of its Content-Length. */
  Response response() throws IOException {
    Response head = head();
    if (head.status() == 100 || head.status() == 204 || head.status() == 304) {
      return head;
    }
    int length = Integer.parseInt(head.header("Content-Length"));
    return new Response(head.statusLine(), head.headers(), Bytes.latin1(body(length)));
  }

  /** Reads the next response to a HEAD, which has no body. */
  Response head() throws IOException {
    String statusLine = line();
    List<String> headers = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      headers.add(line);
    }
    return new Response(statusLine, headers, "");
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("end of input in a line: " + line);
      }
      line.append((char) b);
    }
    if (line.length() == 0 || line.charAt(line.length() - 1) != '\r') {
      throw new IOException("a line that ends in a bare LF: " + line);
    }
    line.setLength(line.length() - 1);
    return line.toString();
  }

  byte[] body(int length) throws IOException {
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("end of input after " + body.length + " bytes of " + length);
    }
    return body;
  }

  /** True if the server closes the connection without another byte. */
  boolean isEnded() throws IOException {
    return in.read() < 0;
  }

  /** Reads until the server closes the connection. */
  String rest() throws IOException {
    return Bytes.latin1(in.readAllBytes());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
