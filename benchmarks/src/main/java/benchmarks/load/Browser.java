package benchmarks.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * A browser as far as a server sees one: HTTP/1.1 (RFC 9112) over one connection that is kept, with
 * a browser's headers and cookies. It follows no redirects by itself, so that each request can be
 * timed apart. Blocks; for one thread.
 */
public final class Browser implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  /** Servers close connections that rest; one that rested so long is not used again. */
  private static final long IDLE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final int MOST_HEADERS = 100;

  private final URI server;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private Socket socket;
  private long lastUsed = System.nanoTime();
  private InputStream in;

  /** A browser without cookies, for a server such as {@code http://127.0.0.1:8080/}. */
  public Browser(URI server) {
    this.server = server;
  }

  /** Asks for a page. */
  public Reply get(String path) throws IOException {
    return exchange(head("GET", path) + "\r\n");
  }

  /**
   * Posts a form.
   *
   * @param fields names and values in turn
   */
  public Reply post(String path, List<String> fields) throws IOException {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < fields.size(); i += 2) {
      form.append(i == 0 ? "" : "&")
          .append(URLEncoder.encode(fields.get(i), StandardCharsets.UTF_8))
          .append('=')
          .append(URLEncoder.encode(fields.get(i + 1), StandardCharsets.UTF_8));
    }
    return exchange(
        head("POST", path)
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + form.length()
            + "\r\n\r\n"
            + form);
  }

  /** Forgets all cookies but these, {@code name=value} each. */
  public void cookies(List<String> only) {
    cookies.clear();
    only.forEach(this::keep);
  }

  /** All cookies, {@code name=value} each. */
  public List<String> cookies() {
    return cookies.entrySet().stream().map(c -> c.getKey() + "=" + c.getValue()).toList();
  }

  private String head(String method, String path) {
    StringBuilder head = new StringBuilder(512);
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: ");
    head.append(server.getHost()).append(':').append(server.getPort());
    head.append(
        """
        \r
        User-Agent: Mozilla/5.0 (X11; Linux x86_64) arashi-bench\r
        Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r
        Accept-Language: en-GB,en;q=0.7,de;q=0.3\r
        Accept-Encoding: gzip\r
        Sec-Fetch-Site: same-origin\r
        Sec-Fetch-Mode: navigate\r
        """);
    if (!cookies.isEmpty()) {
      head.append("Cookie: ").append(String.join("; ", cookies())).append("\r\n");
    }
    return head.toString();
  }

  private Reply exchange(String request) throws IOException {
    if (System.nanoTime() - lastUsed > IDLE_NANOS) {
      close();
    }
    if (socket == null) {
      connect();
    }
    try {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      Reply reply = read();
      lastUsed = System.nanoTime();
      return reply;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void connect() throws IOException {
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  private Reply read() throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    List<String> headers = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (headers.size() == MOST_HEADERS) {
        throw new IOException("too many headers");
      }
      headers.add(line);
      if (line.regionMatches(true, 0, "set-cookie:", 0, 11)) {
        keep(line.substring(11).strip());
      }
    }
    Reply head = new Reply(status, headers, "");
    byte[] body = body(head);
    if ("gzip".equals(head.header("Content-Encoding"))) {
      body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
    }
    Reply reply = new Reply(status, headers, new String(body, StandardCharsets.UTF_8));
    if ("close".equalsIgnoreCase(head.header("Connection"))) {
      close();
    }
    return reply;
  }

  private void keep(String cookie) {
    String pair = cookie.split(";", 2)[0];
    int equals = pair.indexOf('=');
    if (cookie.contains("Max-Age=0")) {
      cookies.remove(pair.substring(0, equals));
    } else {
      cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
  }

  private byte[] body(Reply head) throws IOException {
    String length = head.header("Content-Length");
    if (length != null) {
      return exactly(Integer.parseInt(length));
    }
    if (!"chunked".equalsIgnoreCase(head.header("Transfer-Encoding"))) {
      return new byte[0];
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      byte[] chunk = exactly(Integer.parseInt(line(), 16));
      line();
      if (chunk.length == 0) {
        return body.toByteArray();
      }
      body.writeBytes(chunk);
    }
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the server closed the connection within a body");
    }
    return bytes;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
      socket = null;
    }
  }
}
