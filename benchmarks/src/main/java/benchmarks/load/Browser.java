package benchmarks.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.zip.GZIPInputStream;

/**
 * A browser with cookies over one persistent {@link HttpConnection}. It follows no redirects, so
 * each request can be timed alone. Methods block. For one thread.
 */
public final class Browser implements AutoCloseable {
  private static final long TIMEOUT_NANOS = Duration.ofSeconds(60).toNanos();

  /** Servers close idle connections, so it opens a new one after this time. */
  private static final long IDLE_NANOS = Duration.ofSeconds(10).toNanos();

  private final URI server;
  private final ClientLoop loop;
  private final HttpConnection connection;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private long lastUsed = System.nanoTime();

  /** A browser without cookies, for a server such as {@code http://127.0.0.1:8080/}. */
  public Browser(URI server) throws IOException {
    this.server = server;
    loop = ClientLoop.ofCaller();
    connection =
        new HttpConnection(loop, new InetSocketAddress(server.getHost(), server.getPort()), true);
  }

  /** Asks for a page. */
  public Reply get(String path) throws IOException {
    return exchange(head("GET", path) + "\r\n");
  }

  /** Posts a form; names and values of its fields alternate. */
  public Reply post(String path, List<String> fields) throws IOException {
    return exchange(head("POST", path) + form(fields));
  }

  /** Last header fields and body of a request that posts a form. */
  public static String form(List<String> fields) {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < fields.size(); i += 2) {
      form.append(i == 0 ? "" : "&").append(encode(fields.get(i)));
      form.append('=').append(encode(fields.get(i + 1)));
    }
    return "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
        + form.length()
        + "\r\n\r\n"
        + form;
  }

  /** Encodes a text for a form or a query. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Replaces all cookies, {@code name=value} each. */
  public void cookies(List<String> only) {
    cookies.clear();
    only.forEach(cookie -> keep(cookies, cookie));
  }

  /** All cookies, {@code name=value} each. */
  public List<String> cookies() {
    return cookies.entrySet().stream().map(c -> c.getKey() + "=" + c.getValue()).toList();
  }

  /** Applies the cookies of a reply: sets or removes them. */
  public static void keep(Map<String, String> cookies, Reply reply) {
    reply.headers("set-cookie").forEach(cookie -> keep(cookies, cookie));
  }

  private static void keep(Map<String, String> cookies, String cookie) {
    String pair = cookie.split(";", 2)[0];
    int equals = pair.indexOf('=');
    if (cookie.contains("Max-Age=0")) {
      cookies.remove(pair.substring(0, equals));
    } else {
      cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
  }

  private String head(String method, String path) {
    String head =
        """
        %s %s HTTP/1.1\r
        Host: %s:%d\r
        User-Agent: Mozilla/5.0 (X11; Linux x86_64) arashi-bench\r
        Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r
        Accept-Language: en-GB,en;q=0.7,de;q=0.3\r
        Accept-Encoding: gzip\r
        Sec-Fetch-Site: same-origin\r
        Sec-Fetch-Mode: navigate\r
        """
            .formatted(method, path, server.getHost(), server.getPort());
    return cookies.isEmpty() ? head : head + "Cookie: " + String.join("; ", cookies()) + "\r\n";
  }

  private Reply exchange(String request) throws IOException {
    if (System.nanoTime() - lastUsed > IDLE_NANOS) {
      connection.close();
    }
    CompletableFuture<Reply> awaited = new CompletableFuture<>();
    connection.exchange(
        request,
        new HttpConnection.Listener() {
          @Override
          public void replied(Reply reply) {
            keep(cookies, reply);
            awaited.complete(reply.with(reply.bytes())); // the connection reuses its buffers
          }

          @Override
          public void failed(IOException cause) {
            awaited.completeExceptionally(cause);
          }
        });
    long start = System.nanoTime();
    while (!awaited.isDone()) {
      loop.turn(TIMEOUT_NANOS);
      if (System.nanoTime() - start > TIMEOUT_NANOS) {
        connection.abandon("no reply within a minute");
      }
    }
    lastUsed = System.nanoTime();
    try {
      return unpacked(awaited.join());
    } catch (CompletionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    }
  }

  private static Reply unpacked(Reply reply) throws IOException {
    if (!"gzip".equals(reply.header("content-encoding"))) {
      return reply;
    }
    try (GZIPInputStream body = new GZIPInputStream(new ByteArrayInputStream(reply.bytes()))) {
      return reply.with(body.readAllBytes());
    }
  }

  @Override
  public void close() {
    connection.close();
    loop.close();
  }
}
