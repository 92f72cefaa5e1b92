package benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
  private static final int LARGE = 300_000;

  private HttpServer server;
  private ClientLoop loop;
  private HttpConnection connection;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "x".repeat(LARGE).getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    loop = ClientLoop.onThread();
    connection = new HttpConnection(loop, server.getAddress(), true);
  }

  @AfterEach
  void stop() {
    loop.submit(connection::close);
    loop.close();
    server.stop(0);
  }

  /** The body. */
  private CompletableFuture<String> get() {
    CompletableFuture<String> reply = new CompletableFuture<>();
    loop.submit(
        () ->
            connection.exchange(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                new HttpConnection.Listener() {
                  @Override
                  public void replied(Reply got) {
                    assertThat(got.status()).isEqualTo(200);
                    reply.complete(got.body());
                  }

                  @Override
                  public void failed(IOException cause) {
                    reply.completeExceptionally(cause);
                  }
                }));
    return reply;
  }

  @Test
  void assemblesALargeReplyAndReusesTheConnection() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(get().get(60, TimeUnit.SECONDS)).hasSize(LARGE);
    }
  }

  @Test
  void failsARequestAfterTheServerStops() {
    server.stop(0);
    assertThat(get()).failsWithin(60, TimeUnit.SECONDS);
  }
}
