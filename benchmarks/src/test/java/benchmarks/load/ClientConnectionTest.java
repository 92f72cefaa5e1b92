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

class ClientConnectionTest {
  private static final int LARGE = 300_000;

  private HttpServer server;
  private ClientLoop loop;
  private ClientConnection connection;

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
    loop = new ClientLoop();
    connection = new ClientConnection(loop, server.getAddress());
  }

  @AfterEach
  void stop() {
    loop.submit(connection::close);
    loop.close();
    server.stop(0);
  }

  private CompletableFuture<Reply> get() {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    loop.submit(
        () ->
            connection.exchange(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                new ClientConnection.Listener() {
                  @Override
                  public void replied(Reply got) {
                    reply.complete(got);
                  }

                  @Override
                  public void failed(IOException cause) {
                    reply.completeExceptionally(cause);
                  }
                }));
    return reply;
  }

  @Test
  void putsALargeReplyTogetherAndUsesTheConnectionAgain() throws Exception {
    for (int i = 0; i < 3; i++) {
      Reply reply = get().get(60, TimeUnit.SECONDS);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body()).hasSize(LARGE);
    }
  }

  @Test
  void aServerThatIsGoneFailsTheRequest() {
    server.stop(0);
    assertThat(get()).failsWithin(60, TimeUnit.SECONDS);
  }
}
