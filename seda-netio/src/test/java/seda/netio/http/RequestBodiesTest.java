package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What comes with a request, and when it is asked for, awaited, or refused. */
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
