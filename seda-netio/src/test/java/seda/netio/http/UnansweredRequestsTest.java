package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;

/** An application whose stage has no listener. */
class UnansweredRequestsTest {
  private final AtomicReference<Stage<HttpExchange>> stage = new AtomicReference<>();
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server = TestServer.with().start(exchange -> stage.get().enqueue(exchange));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Client.Response answerOf(EventHandler<HttpExchange> handler) throws IOException {
    stage.set(
        server.graph.stage(StageConfig.named("blocking"), server.graph.workerPool("pool", 1)));
    stage.get().handledBy(handler);
    server.graph.open(stage.get());
    try (Client client = server.connect()) {
      return client.get("/").response();
    } finally {
      server.graph.destroy(
          stage.get(),
          Duration.ofSeconds(5)); // before the server closes, whose stages must not fail
    }
  }

  @Test
  void aRequestThatTheHandlerFailsOnIsAnswered500() throws Exception {
    Client.Response response =
        answerOf(
            EventHandler.each(
                exchange -> {
                  throw new IllegalArgumentException("secret");
                }));
    assertThat(response.status()).isEqualTo(500);
    assertThat(response.text()).startsWith("500").doesNotContain("secret");
  }

  @Test
  void aShedRequestIsAnswered503() throws Exception {
    Client.Response response = answerOf(batch -> {}); // leaves it untaken
    assertThat(response.status()).isEqualTo(503);
    assertThat(response.header("Retry-After")).isEqualTo("1");
  }

  @Test
  void aRequestThatWasAnsweredBeforeTheHandlerFailedKeepsItsAnswer() throws Exception {
    Client.Response response =
        answerOf(
            EventHandler.each(
                exchange -> {
                  exchange.respond(HttpResponse.of(200).text("done"));
                  throw new IllegalArgumentException("too late");
                }));
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.text()).isEqualTo("done");
  }
}
