package benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BrowserTest {
  private HttpServer server;
  private Browser browser;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/", exchange -> answer(exchange, "plain".getBytes(StandardCharsets.UTF_8), 5));
    server.start();
    browser = new Browser(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
  }

  @AfterEach
  void stop() {
    browser.close();
    server.stop(0);
  }

  private static void answer(HttpExchange exchange, byte[] body, int length) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void sendsCookiesUntilTheyExpire() throws IOException {
    server.createContext(
        "/cookies",
        exchange -> {
          String sent = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
          exchange.getResponseHeaders().add("Set-Cookie", "a=1; Path=/; HttpOnly");
          if (sent.contains("b=2")) {
            exchange.getResponseHeaders().add("Set-Cookie", "b=; Max-Age=0; Path=/");
          }
          answer(exchange, sent.getBytes(StandardCharsets.UTF_8), sent.length());
        });
    browser.cookies(List.of("b=2"));
    assertThat(browser.get("/cookies").body()).isEqualTo("b=2");
    assertThat(browser.cookies()).containsExactly("a=1");
    assertThat(browser.get("/cookies").body()).isEqualTo("a=1");
  }

  @Test
  void readsLongBodiesAndShortOnesAfterThem() throws IOException {
    server.createContext(
        "/long",
        exchange -> answer(exchange, "x".repeat(20_000).getBytes(StandardCharsets.UTF_8), 20_000));
    assertThat(browser.get("/long").body()).hasSize(20_000);
    assertThat(browser.get("/").body()).isEqualTo("plain");
  }

  @Test
  void readsCompressedBodies() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("unpacked".getBytes(StandardCharsets.UTF_8));
    }
    server.createContext(
        "/gzip",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Encoding", "gzip");
          answer(exchange, packed.toByteArray(), packed.size());
        });
    assertThat(browser.get("/gzip").body()).isEqualTo("unpacked");
  }

  @Test
  void postsForms() throws IOException {
    server.createContext(
        "/form",
        exchange -> {
          byte[] form = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, form.length);
          exchange.getResponseBody().write(form);
          exchange.close();
        });
    assertThat(browser.post("/form", List.of("a", "1 & 2", "b", "é")).body())
        .isEqualTo("a=1+%26+2&b=%C3%A9");
  }

  @Test
  void failsAfterTheServerStops() throws IOException {
    assertThat(browser.get("/").status()).isEqualTo(200);
    server.stop(0);
    assertThatThrownBy(() -> browser.get("/")).isInstanceOf(IOException.class);
  }
}
