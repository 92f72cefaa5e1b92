package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The memory of all requests' bodies and of large answers is bounded, and is always released. */
class BodyMemoryTest {
  private static final int MOST = 10_000;
  private static final int LARGE = 32 << 20;

  private final Queue<HttpExchange> held = new ConcurrentLinkedQueue<>();

  private TestServer server() throws Exception {
    return TestServer.with()
        .config(
            config ->
                config.withLimits(
                    HttpLimits.defaults().withMaxBodyBytes(MOST).withMaxBodiesBytes(MOST)))
        .start(held::add);
  }

  private static String post(int announced, int sent) {
    return "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: "
        + announced
        + "\r\n\r\n"
        + "b".repeat(sent);
  }

  private void awaitHeld(TestServer server, int count) {
    server.settleUntil(() -> held.size() == count);
  }

  @Test
  void refusesABodyForWhichThereIsNoMemoryUntilAnotherIsAnswered() throws Exception {
    try (TestServer server = server();
        Client first = server.connect();
        Client second = server.connect();
        Client third = server.connect()) {
      first.send(post(8_000, 8_000));
      awaitHeld(server, 1);

      Client.Response refusal = second.send(post(8_000, 8_000)).response();
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.header("Retry-After")).isEqualTo("1");

      held.remove().respond(HttpResponse.of(204));
      assertThat(first.response().status()).isEqualTo(204);
      third.send(post(8_000, 8_000));
      awaitHeld(server, 1);
      held.remove().respond(HttpResponse.of(204));
      assertThat(third.response().status()).isEqualTo(204);
    }
  }

  @Test
  void keepsRoomForSmallBodiesHoweverManyLargeOnesAreComing() throws Exception {
    HttpLimits limits =
        HttpLimits.defaults().withMaxBodyBytes(64 << 10).withMaxBodiesBytes(128 << 10);
    try (TestServer server =
            TestServer.with()
                .config(config -> config.withLimits(limits))
                .start(exchange -> exchange.respond(HttpResponse.of(204)));
        Client first = server.connect();
        Client second = server.connect();
        Client third = server.connect();
        Client small = server.connect()) {
      for (Client large : List.of(first, second, third)) {
        large.send(post(40_000, 39_999));
      }
      server.settleUntil(() -> server.http.statistics().refused() >= 1);

      assertThat(small.send(post(15_000, 15_000)).response().status()).isEqualTo(204);
    }
  }

  @Test
  void givesBackWhatABodyTookThatNeverCameToItsEnd() throws Exception {
    try (TestServer server = server()) {
      for (int i = 0; i < 5; i++) {
        try (Client gone = server.connect()) {
          gone.send(post(9_000, 8_999)).endOutput();
          assertThat(gone.response().status()).isEqualTo(400);
        }
      }
      try (Client client = server.connect()) {
        client.send(post(9_000, 9_000));
        awaitHeld(server, 1);
        held.remove().respond(HttpResponse.of(204));
        assertThat(client.response().status()).isEqualTo(204);
      }
    }
  }

  @Test
  void keepsCountOfABodyThatTheApplicationHoldsAfterItsClientHasGone() throws Exception {
    try (TestServer server = server()) {
      try (Socket gone = new Socket(server.address().getAddress(), server.address().getPort())) {
        gone.getOutputStream().write(post(8_000, 8_000).getBytes(StandardCharsets.US_ASCII));
        awaitHeld(server, 1);
        gone.setSoLinger(true, 0); // closes with a reset
      }
      server.awaitOpen(0);
      try (Client client = server.connect()) {
        assertThat(client.send(post(8_000, 8_000)).response().status()).isEqualTo(503);
      }
      held.remove().respond(HttpResponse.of(204));
      try (Client client = server.connect()) {
        client.send(post(8_000, 8_000));
        awaitHeld(server, 1);
        held.remove().respond(HttpResponse.of(204));
        assertThat(client.response().status()).isEqualTo(204);
      }
    }
  }

  /**
   * Starts a server with room for one large answer; it answers every request but /small with one.
   */
  private static TestServer largeAnswers(AtomicInteger answered) throws Exception {
    HttpResponse large = HttpResponse.of(200).text("x".repeat(LARGE)); // more than sockets hold
    return TestServer.with()
        .config(config -> config.withLimits(HttpLimits.defaults().withMaxBodiesBytes(LARGE + 1)))
        .start(
            exchange -> {
              boolean small = exchange.request().path().equals("/small");
              exchange.respond(small ? HttpResponse.of(204) : large);
              answered.incrementAndGet();
            });
  }

  @Test
  void refusesALargeAnswerForWhichThereIsNoMemoryUntilAnotherIsRead() throws Exception {
    AtomicInteger answered = new AtomicInteger();
    try (TestServer server = largeAnswers(answered);
        Client first = server.connect();
        Client second = server.connect()) {
      first.get("/");
      server.settleUntil(() -> answered.get() == 1);

      Client.Response refusal = second.get("/").response();
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.header("Retry-After")).isEqualTo("1");
      assertThat(second.get("/small").response().status()).isEqualTo(204);

      assertThat(first.response().text()).hasSize(LARGE);
      server.settle();
      assertThat(second.get("/").response().status()).isEqualTo(200);
    }
  }

  @Test
  void givesBackWhatAnAnswerTookWhoseClientHasGone() throws Exception {
    AtomicInteger answered = new AtomicInteger();
    try (TestServer server = largeAnswers(answered)) {
      for (int i = 1; i <= 3; i++) {
        int count = i;
        try (Client gone = server.connect()) {
          gone.get("/");
          server.settleUntil(() -> answered.get() == count);
          gone.socket.setSoLinger(true, 0); // closes with a reset
        }
        server.awaitOpen(0);
      }
      try (Client client = server.connect()) {
        assertThat(client.get("/").response().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void announcementsTakeNothing() throws Exception {
    try (TestServer server = server();
        Client announcing = server.connect();
        Client client = server.connect()) {
      announcing.send(post(10_000, 0));
      client.send(post(8_000, 8_000));
      awaitHeld(server, 1);
      held.remove().respond(HttpResponse.of(204));
      assertThat(client.response().status()).isEqualTo(204);
    }
  }
}
