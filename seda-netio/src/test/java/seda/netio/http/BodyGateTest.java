package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.netio.http.BodyGate.Grant;

/** Decisions on bodies before they are read; large bodies wait on disk. */
class BodyGateTest {
  private static final int LARGE = 3_000_000;

  /** Up to four million bytes; of larger bodies and of strangers', a thousand are kept. */
  private static final HttpServer.BodyLimit LIMIT =
      new HttpServer.BodyLimit() {
        @Override
        public int of(HttpRequest head, int usual) {
          return 4_000_000;
        }

        @Override
        public HttpServer.BodyCut cut(HttpRequest head) {
          return new HttpServer.BodyCut(1_000, 8_000_000);
        }
      };

  @TempDir Path directory;
  private final AtomicInteger ended = new AtomicInteger();
  private final List<Consumer<Grant>> questions = new CopyOnWriteArrayList<>();
  private BodySpool spool;

  private TestServer server(BodyGate gate, long disk) throws IOException {
    spool = new BodySpool(directory, disk);
    return TestServer.with()
        .config(config -> config.withLimits(HttpLimits.defaults().withMaxBodyBytes(500)))
        .before(http -> http.bodyLimit(LIMIT).bodyGate(gate, spool))
        .start(BodyGateTest::tell);
  }

  /** Answers with the body's length, its place, and whether it is cut. */
  private static void tell(HttpExchange exchange) {
    HttpRequest request = exchange.request();
    try {
      long sum = 0;
      byte[] all = request.openBody().readAllBytes();
      for (byte b : all) {
        sum += b;
      }
      exchange.respond(
          HttpResponse.of(200)
              .text(all.length + " " + request.body().length + " " + sum + " " + request.isCut()));
    } catch (IOException e) {
      exchange.failed(e);
    }
  }

  private Grant whole() {
    return new Grant(true, ended::incrementAndGet);
  }

  private static String head(int length) {
    return "POST /up HTTP/1.1\r\nHost: test\r\nContent-Length: " + length + "\r\n\r\n";
  }

  private long files() throws IOException {
    try (Stream<Path> found = Files.list(directory)) {
      return found.count();
    }
  }

  @Test
  void aLargeBodyWaitsOnDiskAndLeavesNothingThere() throws Exception {
    try (TestServer server =
            server(
                (head, decision) -> {
                  decision.accept(whole());
                  return true;
                },
                LARGE);
        Client client = server.connect()) {
      client.send(head(LARGE)).send("\1".repeat(LARGE));

      assertThat(client.response().text()).isEqualTo(LARGE + " 0 " + LARGE + " false");
      server.settleUntil(() -> ended.get() == 1 && spool.left() == LARGE);
      assertThat(files()).isZero();
      assertThat(client.get("/next").response().text()).isEqualTo("0 0 0 false");
    }
  }

  @Test
  void withoutRoomOnDiskTheBeginningIsKept() throws Exception {
    try (TestServer server =
            server(
                (head, decision) -> {
                  decision.accept(whole());
                  return true;
                },
                LARGE - 1);
        Client client = server.connect()) {
      client.send(head(LARGE)).send("\1".repeat(LARGE));

      String text = client.response().text();
      assertThat(text).endsWith(" true");
      int kept = Integer.parseInt(text.substring(0, text.indexOf(' ')));
      assertThat(kept).isBetween(1_000, 100_000);
    }
  }

  @Test
  void aStrangersBodyEndsAfterItsBeginning() throws Exception {
    try (TestServer server =
            server(
                (head, decision) -> {
                  decision.accept(Grant.BEGINNING);
                  return true;
                },
                LARGE);
        Client client = server.connect()) {
      client.send(head(LARGE)).send("\1".repeat(2_000)); // the rest is not sent

      assertThat(client.response().text()).isEqualTo("1000 1000 1000 true");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void theWholeBeginningOfAnOversizedBodyIsRead() throws Exception {
    try (TestServer server =
            server(
                (head, decision) -> {
                  decision.accept(Grant.BEGINNING);
                  return true;
                },
                LARGE);
        Client client = server.connect()) {
      client
          .send(head(5_000_000) + "\1".repeat(200))
          .send("\1".repeat(2_000)); // the rest is not sent

      assertThat(client.response().text()).isEqualTo("1000 1000 1000 true");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void nothingIsReadUntilTheDecisionEvenIfTheClientWaitsForTheLeaveToSend() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    try (TestServer server =
            server(
                (head, decision) -> {
                  questions.add(decision);
                  asked.countDown();
                  return true;
                },
                LARGE);
        Client client = server.connect()) {
      client.send(
          "POST /up HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      TestServer.await(asked);
      server.settle();
      assertThat(server.http.statistics().requests()).isZero();

      questions.get(0).accept(whole()); // from another thread
      assertThat(client.head().statusLine()).isEqualTo("HTTP/1.1 100 Continue");
      client.send("abc");
      assertThat(client.response().text()).isEqualTo("3 3 294 false");
    }
  }

  @Test
  void aDecisionThatComesTooLateEndsAtOnce() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    spool = new BodySpool(directory, LARGE);
    try (TestServer server =
            TestServer.with()
                .virtualTime()
                .before(
                    http ->
                        http.bodyLimit(LIMIT)
                            .bodyGate(
                                (head, decision) -> {
                                  questions.add(decision);
                                  asked.countDown();
                                  return true;
                                },
                                spool))
                .start(BodyGateTest::tell);
        Client client = server.connect()) {
      client.send(head(LARGE));
      TestServer.await(asked);
      server.settle();
      server.advance(HttpTimeouts.defaults().body().plusSeconds(1));

      assertThat(client.response().statusLine()).contains("503");
      questions.get(0).accept(whole());
      assertThat(ended).hasValue(1);
    }
  }
}
