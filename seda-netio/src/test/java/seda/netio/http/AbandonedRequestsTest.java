package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;

/** Requests whose clients go while they wait for a busy pool. */
class AbandonedRequestsTest {
  private final List<String> served = new CopyOnWriteArrayList<>();
  private final List<HttpExchange> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch free = new CountDownLatch(1);
  private TestServer server;
  private Stage<HttpExchange> stage;

  @BeforeEach
  void start() throws IOException {
    server = TestServer.with().virtualTime().start(this::enqueue);
    stage =
        server.graph.stage(
            StageConfig.named("busy").withBatchSize(1), server.graph.workerPool("pool", 1));
    stage.handledBy(EventHandler.each(this::serve));
    server.graph.open(stage);
  }

  @AfterEach
  void stop() throws InterruptedException {
    free.countDown();
    server.graph.destroy(stage, Duration.ofSeconds(5));
    server.close();
  }

  private void enqueue(HttpExchange exchange) {
    asked.add(exchange);
    stage.enqueue(exchange);
  }

  private void serve(HttpExchange exchange) throws InterruptedException {
    served.add(exchange.request().method() + " " + exchange.request().path());
    if (exchange.request().path().equals("/first")) {
      free.await();
    }
    exchange.respond(HttpResponse.of(200).text("done"));
  }

  private Client occupied() throws IOException {
    Client first = server.connect().get("/first");
    server.settleUntil(() -> served.size() == 1);
    return first;
  }

  private void freed(Client first) throws IOException {
    free.countDown();
    assertThat(first.response().status()).isEqualTo(200);
    server.settleUntil(() -> stage.snapshot().queue().length() == 0 && isIdle());
  }

  private boolean isIdle() {
    return stage.snapshot().completed() + stage.snapshot().shed() == asked.size();
  }

  @Test
  void aGetOfAClosedConnectionIsShedWithoutWork() throws IOException {
    try (Client first = occupied()) {
      Client gone = server.connect().get("/gone");
      server.settleUntil(() -> asked.size() == 2);
      server.advance(Duration.ofSeconds(2));
      gone.socket.close();
      server.settleUntil(() -> asked.get(1).isAbandoned());
      freed(first);
    }
    assertThat(served).containsExactly("GET /first");
    assertThat(stage.snapshot().shed()).isEqualTo(1);
  }

  @Test
  void aConnectionThatBreaksIsSeenAtOnce() throws IOException {
    try (Client first = occupied()) {
      Client gone = server.connect().get("/gone");
      server.settleUntil(() -> asked.size() == 2);
      gone.socket.setSoLinger(true, 0); // a reset instead of an orderly end
      gone.socket.close();
      server.settleUntil(() -> asked.get(1).isAbandoned());
      freed(first);
    }
    assertThat(served).containsExactly("GET /first");
  }

  @Test
  void aPostOfAClosedConnectionIsDone() throws IOException {
    try (Client first = occupied()) {
      Client gone =
          server.connect().send("POST /send HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
      server.settleUntil(() -> asked.size() == 2);
      gone.socket.setSoLinger(true, 0);
      gone.socket.close();
      server.settle();
      assertThat(asked.get(1).isAbandoned()).isFalse();
      freed(first);
    }
    assertThat(served).containsExactly("GET /first", "POST /send");
  }

  @Test
  void aClientThatOnlyEndsItsOutputIsAnswered() throws IOException {
    try (Client first = occupied();
        Client half = server.connect().get("/half").endOutput()) {
      server.settleUntil(() -> asked.size() == 2);
      server.settle();
      server.advance(Duration.ofSeconds(2));
      freed(first);
      assertThat(half.response().status()).isEqualTo(200);
    }
    assertThat(served).containsExactly("GET /first", "GET /half");
  }
}
