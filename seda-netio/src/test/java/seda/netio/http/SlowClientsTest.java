package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.netio.TcpConfig;

/**
 * Clients that are slow in every way at once: with their header, with their body, with reading.
 * They hold nothing that others need, and time out eventually.
 */
@Timeout(120)
class SlowClientsTest {
  private static final int EACH = 40;
  private static final int LIMIT = 4 * EACH; // the high-water mark is above the slow ones
  private static final int BIG = 20_000_000;

  private final List<Client> slow = new ArrayList<>();
  private final ByteBuffer page = ByteBuffer.allocate(BIG); // shared, as from a cache
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        TestServer.with()
            .virtualTime()
            .config(c -> c.withTcp(TcpConfig.defaults().withConnectionLimit(LIMIT)))
            .start(this::answer);
    for (int i = 0; i < EACH; i++) {
      slow.add(server.connect().send("GET / HTTP/1.1\r\nX-Slow: "));
      slow.add(server.connect().send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nb"));
      Client reader = server.connect();
      reader.get("/big").get("/big").get("/big").head();
      slow.add(reader);
    }
    server.awaitOpen(3L * EACH);
    server.settle();
  }

  @AfterEach
  void stop() throws IOException {
    for (Client client : slow) {
      client.close();
    }
    server.close();
  }

  private void answer(HttpExchange exchange) {
    if (exchange.request().path().equals("/big")) {
      exchange.respond(HttpResponse.of(200).body("a/b", page));
    } else {
      TestServer.echo(exchange);
    }
  }

  /** Passes time; the write time-out restarts when the system's buffers take some bytes. */
  private void passTimeUntil(BooleanSupplier condition) {
    server.settleUntil(
        () -> {
          server.advance(Duration.ofSeconds(10));
          return condition.getAsBoolean();
        });
  }

  @Test
  void holdNothingThatOthersNeed() throws Exception {
    try (Client other = server.connect()) {
      for (int i = 0; i < 100; i++) {
        assertThat(other.get("/" + i).response().status()).isEqualTo(200);
      }
      assertThat(other.get("/big").response().text()).hasSize(BIG);
      server.settle();
      // slow readers hold the head of their next answer, the others hold nothing
      assertThat(server.http.statistics().buffersInUse()).isLessThanOrEqualTo(3 * EACH);
    }
  }

  @Test
  void areEndedByTheirTimeoutsAndLeaveNothingBehind() throws Exception {
    passTimeUntil(() -> server.http.statistics().open() == 0);

    assertThat(server.http.statistics().accepted()).isEqualTo(server.http.statistics().closed());
    assertThat(server.http.statistics().buffersInUse()).isZero();
    assertThat(server.http.statistics().running()).isZero();
    assertThat(server.http.statistics().refused()).isEqualTo(2L * EACH);
  }

  @Test
  void giveTheirPlacesToOthersAtOnce() throws Exception {
    server.advance(TcpConfig.defaults().connectionLimits().grace());
    for (int i = 0; i < 2 * EACH; i++) {
      slow.add(server.connect().get("/"));
      assertThat(slow.get(slow.size() - 1).response().status()).isEqualTo(200);
    }
    assertThat(server.http.statistics().open()).isLessThanOrEqualTo(LIMIT);
  }
}
