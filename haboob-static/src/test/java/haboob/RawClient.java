package haboob;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends exact bytes, unlike clients that normalize paths. */
public final class RawClient implements AutoCloseable {
  private static final int GUARD_MILLIS = 20_000;

  /** A response; field names are case-insensitive, the body has one character per byte. */
  public record Response(int status, Map<String, String> fields, String latin1) {
    public String text() {
      return new String(bytes(), StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
      return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private final Socket socket = new Socket();
  private final InputStream in;

  public RawClient(InetSocketAddress address) throws IOException {
    socket.setSoTimeout(GUARD_MILLIS);
    socket.connect(address, GUARD_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends a request; {@code fields} include their line ends. */
  public RawClient send(String method, String target, String fields) throws IOException {
    return sendTo("localhost", method + " " + target, fields);
  }

  /** Sends a request to another host. */
  public RawClient sendTo(String host, String request, String fields) throws IOException {
    String text = request + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields + "\r\n";
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  public Response get(String target) throws IOException {
    return send("GET", target, "").response();
  }

  public Response response() throws IOException {
    Response head = head();
    int length = head.status == 304 ? 0 : Integer.parseInt(head.fields.get("Content-Length"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException(body.length + " bytes of " + length);
    }
    return new Response(head.status, head.fields, new String(body, StandardCharsets.ISO_8859_1));
  }

  /** Reads a response's head. */
  public Response head() throws IOException {
    int status = Integer.parseInt(line().substring(9, 12));
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    return new Response(status, fields, "");
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("end of input in a line");
      }
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }

  /** Counts the bytes until the server closes the connection. */
  public long countRest() throws IOException {
    return in.transferTo(OutputStream.nullOutputStream());
  }

  /** Returns all input until the server closes the connection, one character per byte. */
  public String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Reads {@code count} bytes, or fewer if the server closes the connection. */
  public void read(int count) throws IOException {
    in.readNBytes(count);
  }

  /** Sends raw text. */
  public void sendRaw(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Closes the output side; responses may still arrive. */
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Closes with a reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
