package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.netio.TcpConfig;

/** Slow clients, in virtual time. */
class HttpTimeoutTest {
  private static final HttpTimeouts TIMEOUTS =
      new HttpTimeouts(
          Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(30), 1000);

  private final List<HttpExchange> held = new CopyOnWriteArrayList<>();
  private final CountDownLatch holding = new CountDownLatch(1);
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        TestServer.with()
            .virtualTime()
            .config(config -> config.withTimeouts(TIMEOUTS))
            .start(this::handle);
  }

  private void handle(HttpExchange exchange) {
    switch (exchange.request().path()) {
      case "/hold" -> {
        held.add(exchange);
        holding.countDown();
      }
      case "/big" -> exchange.respond(HttpResponse.of(200).body("a/b", new byte[50 << 20]));
      default -> TestServer.echo(exchange);
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void advance(int seconds) {
    server.advance(Duration.ofSeconds(seconds));
  }

  /** Sends, and waits until the server has read it. */
  private void sendAndSettle(Client client, String text) throws IOException {
    client.send(text);
    server.settle();
  }

  @Test
  void closesAnIdleConnectionSilently() throws Exception {
    try (Client unused = server.connect();
        Client used = server.connect()) {
      server.awaitOpen(2);
      advance(30);
      used.get("/").response();
      advance(31);
      assertThat(unused.isEnded()).isTrue();

      assertThat(used.get("/").response().status()).isEqualTo(200);
      advance(61);
      assertThat(used.isEnded()).isTrue();
      server.awaitOpen(0);
    }
  }

  @Test
  void answers408IfTheHeaderComesTooSlowlyHoweverSteadily() throws Exception {
    try (Client client = server.connect()) {
      server.awaitOpen(1);
      sendAndSettle(client, "GET / HTTP/1.1\r\n");
      for (int second = 0; second < 9; second++) {
        advance(1);
        sendAndSettle(client, "X: y\r\n");
      }
      assertThat(server.http.statistics().refused()).isZero();
      advance(2);

      assertThat(client.response().status()).isEqualTo(408);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void answers408IfABodyComesTooSlowlyHoweverSteadily() throws Exception {
    try (Client client = server.connect()) {
      server.awaitOpen(1);
      sendAndSettle(client, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n");
      for (int i = 0; i < 3; i++) {
        advance(29);
        sendAndSettle(client, "b".repeat(1000)); // the required progress
      }
      for (int i = 0; i < 29; i++) {
        advance(1);
        sendAndSettle(client, "b");
      }
      assertThat(server.http.statistics().refused()).isZero();
      advance(2);

      assertThat(client.response().status()).isEqualTo(408);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void asksForAQuarterOfWhatHasComeAsThatTakesMemory() throws Exception {
    try (Client client = server.connect()) {
      server.awaitOpen(1);
      sendAndSettle(client, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n");
      sendAndSettle(client, "b".repeat(8000));
      advance(29);
      sendAndSettle(client, "b".repeat(2000));
      advance(29);
      sendAndSettle(client, "b".repeat(2499));
      assertThat(server.http.statistics().refused()).isZero();
      advance(2);

      assertThat(client.response().status()).isEqualTo(408);
    }
  }

  @Test
  void waitsForAnApplicationAsLongAsThatTakes() throws Exception {
    try (Client client = server.connect()) {
      client.get("/hold");
      TestServer.await(holding);
      advance(3600);

      TestServer.echo(held.get(0));

      assertThat(client.response().text()).isEqualTo("GET /hold ");
    }
  }

  @Test
  void doesNotTimeAClientThatWaitsToBeAskedForItsBody() throws Exception {
    try (Client client = server.connect()) {
      client.get("/hold");
      TestServer.await(holding);
      sendAndSettle(
          client,
          "PUT /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
      advance(100);

      TestServer.echo(held.get(0));

      assertThat(client.response().text()).isEqualTo("GET /hold ");
      assertThat(client.response().status()).isEqualTo(100);
      server.settle();
      advance(29);
      assertThat(client.send("ab").response().text()).isEqualTo("PUT /2 ab");
    }
  }

  @Test
  void timesAClientOnceItHasBeenAskedForItsBody() throws Exception {
    try (Client client = server.connect()) {
      client.send("PUT /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n");
      client.send("Expect: 100-continue\r\n\r\n");
      assertThat(client.response().status()).isEqualTo(100);
      server.settle();
      advance(31);

      assertThat(client.response().status()).isEqualTo(408);
    }
  }

  @Test
  void doesNotTimeAClientWhoseNextRequestIsNotReadYet() throws Exception {
    try (Client client = server.connect()) {
      for (int i = 0; i < 16; i++) {
        client.get("/hold");
      }
      sendAndSettle(client, "GET /more HTTP/1.1\r\n");
      server.settleUntil(() -> held.size() == 16);
      advance(100);
      for (HttpExchange exchange : held) {
        TestServer.echo(exchange);
        assertThat(client.response().text()).isEqualTo("GET /hold ");
      }

      client.send("Host: a\r\n\r\n");
      assertThat(client.response().text()).isEqualTo("GET /more ");
    }
  }

  @Test
  void startsTheIdleTimeWhenTheAnswerIsGiven() throws Exception {
    try (Client client = server.connect()) {
      client.get("/hold");
      TestServer.await(holding);
      advance(59);
      TestServer.echo(held.get(0));
      client.response();
      advance(59);

      assertThat(client.get("/").response().status()).isEqualTo(200);
    }
  }

  @Test
  void closesAConnectionThatTakesNoBytes() throws Exception {
    try (Client client = server.connect()) {
      client.get("/big");
      awaitWriting(client);
      advance(31);

      server.awaitOpen(0);
      assertThatThrownBy(client::response).isInstanceOf(IOException.class);
    }
  }

  @Test
  void keepsAConnectionThatTakesBytesSlowly() throws Exception {
    try (Client client = server.connect()) {
      client.get("/big");
      awaitWriting(client);
      for (int i = 0; i < 10; i++) {
        advance(29);
        client.body(5_000_000);
        server.settle();
        server.settle();
      }

      assertThat(server.http.statistics().open()).isEqualTo(1);
    }
  }

  /** Waits for the head: the body is then being sent, and exceeds all buffers. */
  private void awaitWriting(Client client) throws IOException {
    assertThat(client.head().status()).isEqualTo(200);
    server.settle();
  }

  @Test
  void cutsOffARefusedClientThatGoesOnSending() throws Exception {
    try (Client client = server.connect()) {
      client.send("nonsense\r\n\r\n");
      assertThat(client.response().status()).isEqualTo(400);
      assertThat(client.isEnded()).isTrue();
      sendAndSettle(client, "and more");
      assertThat(server.http.statistics().open()).isEqualTo(1);

      server.advance(TcpConfig.defaults().lingerTimeout().plusMillis(100));

      server.awaitOpen(0);
    }
  }
}
