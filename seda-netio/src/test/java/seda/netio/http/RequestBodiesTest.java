package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Request bodies: when they are requested, awaited or refused. */
class RequestBodiesTest {
  @Test
  void readsChunkedBodiesAndKeepsTheirTrailersApart() throws Exception {
    try (TestServer server =
            TestServer.with()
                .start(
                    e -> {
                      HttpRequest r = e.request();
                      String fields = r.trailer("x-sum") + " " + r.header("X-Sum");
                      e.respond(HttpResponse.of(200).text(Bytes.latin1(r.body()) + " " + fields));
                    });
        Client client = server.connect()) {
      client
          .send("POST /c HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
          .send("5;ext=1\r\nhello\r\n6\r\n world\r\n0\r\nX-Sum: 42\r\n\r\n");

      assertThat(client.response().text()).isEqualTo("hello world 42 null");
      assertThat(client.get("/next").response().text()).isEqualTo(" null null");
    }
  }

  /** Limit of ten bytes; of bodies up to a million, the first four are kept. */
  private static final HttpServer.BodyLimit CUTTING =
      new HttpServer.BodyLimit() {
        @Override
        public int of(HttpRequest head, int usual) {
          return 10;
        }

        @Override
        public HttpServer.BodyCut cut(HttpRequest head) {
          return new HttpServer.BodyCut(4, 1_000_000);
        }
      };

  private static TestServer cutting() throws Exception {
    return TestServer.with()
        .before(http -> http.bodyLimit(CUTTING))
        .start(
            e ->
                e.respond(
                    HttpResponse.of(200)
                        .text(e.request().isCut() + " " + Bytes.latin1(e.request().body()))));
  }

  @Test
  void keepsTheBeginningOfABodyThatIsTooLargeWhereThatIsAllowed() throws Exception {
    String post = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: ";
    try (TestServer server = cutting();
        Client client = server.connect()) {
      client.send(post + "10\r\n\r\n0123456789");
      assertThat(client.response().text()).isEqualTo("false 0123456789");
      client.send(post + "11\r\n\r\n0123456789x");
      assertThat(client.response().text()).isEqualTo("true 0123");
      client.send(post + "1000000\r\n\r\n" + "x".repeat(1_000_000));
      assertThat(client.response().text()).isEqualTo("true xxxx");
      client.send(post + "2\r\n\r\nab");
      assertThat(client.response().text()).as("the connection goes on").isEqualTo("false ab");
      client.send(post + "1000001\r\n\r\n");
      assertThat(client.response().statusLine()).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void keepsAllThatMayBeOfAChunkedBodyThatTurnsOutToBeTooLarge() throws Exception {
    String post = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunk = "100\r\n" + "x".repeat(256) + "\r\n";
    try (TestServer server = cutting();
        Client client = server.connect()) {
      client.send(post + "6\r\n012345\r\n6\r\n6789ab\r\n" + chunk.repeat(100) + "0\r\n\r\n");
      assertThat(client.response().text()).isEqualTo("true 0123456789");
      client.send(post + chunk.repeat(3906));
      client.send("100\r\n" + "x".repeat(65));
      assertThat(client.response().statusLine()).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void asksForTheBodyOfAClientThatWaitsToBeAsked() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.send(
          "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n");
      assertThat(client.response().statusLine()).isEqualTo("HTTP/1.1 100 Continue");

      client.send("ab");
      assertThat(client.response().text()).isEqualTo("POST / ab");
    }
  }

  @Test
  void asksForNoBodyThatIsThereAlreadyOrThatThereIsNot() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.send(
          "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nab");
      assertThat(client.response().text()).isEqualTo("POST / ab");

      client.send("GET / HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\n\r\n");
      assertThat(client.response().text()).isEqualTo("GET / ");
    }
  }

  @Test
  void asksForABodyOnlyWhenTheEarlierRequestsAreAnswered() throws Exception {
    List<HttpExchange> waiting = new CopyOnWriteArrayList<>();
    CountDownLatch first = new CountDownLatch(1);
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      waiting.add(exchange);
                      first.countDown();
                    });
        Client client = server.connect()) {
      client
          .get("/1")
          .send("PUT /2 HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n")
          .send("\r\n");
      TestServer.await(first);
      server.settle();

      TestServer.echo(waiting.get(0));

      assertThat(client.response().text()).isEqualTo("GET /1 ");
      assertThat(client.response().status()).isEqualTo(100);
    }
  }

  @Test
  void refusesBeforeTheBodyIsReadAndIsHeard() throws Exception {
    List<String> passedOn = new CopyOnWriteArrayList<>();
    try (TestServer server =
            TestServer.with()
                .before(
                    http ->
                        http.earlyRefusal(
                            (head, remote) ->
                                head.path().equals("/busy")
                                    ? HttpResponse.of(503).header("Retry-After", "7").text("busy")
                                    : null))
                .start(
                    exchange -> {
                      passedOn.add(exchange.request().path());
                      TestServer.echo(exchange);
                    });
        Client client = server.connect();
        Client polite = server.connect()) {
      byte[] body = new byte[200_000];
      Arrays.fill(body, (byte) 'b');
      client.send("POST /busy HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n").send(body);
      Client.Response refusal = client.response();
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.header("Retry-After")).isEqualTo("7");
      assertThat(refusal.header("Connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();

      polite.send(
          "POST /busy HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
      assertThat(polite.response().status()).isEqualTo(503);
      assertThat(passedOn).isEmpty();
    }
  }

  @Test
  void keepsTheConnectionWhenItRefusesARequestWithoutABody() throws Exception {
    try (TestServer server =
            TestServer.with()
                .before(
                    http ->
                        http.earlyRefusal(
                            (head, remote) ->
                                head.path().equals("/busy") ? HttpResponse.of(503) : null))
                .start(TestServer::echo);
        Client client = server.connect()) {
      assertThat(client.get("/busy").response().status()).isEqualTo(503);
      assertThat(client.get("/idle").response().text()).isEqualTo("GET /idle ");
    }
  }
}
