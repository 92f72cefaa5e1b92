package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The protocol as seen by clients and applications. */
class HttpServerTest {
  @Test
  void answersOneRequestAfterAnotherOnOneConnection() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      for (int i = 0; i < 3; i++) {
        client.get("/" + i);

        assertThat(client.response().text()).isEqualTo("GET /" + i + " ");
      }
      assertThat(server.http.statistics().accepted()).isEqualTo(1);
    }
  }

  @Test
  void datesAndNamesItsAnswers() throws Exception {
    try (TestServer server =
            TestServer.with()
                .virtualTime()
                .config(config -> config.withServerName("test/1"))
                .start(TestServer::echo);
        Client client = server.connect()) {
      Client.Response response = client.get("/").response();

      assertThat(response.statusLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(response.header("Date")).isEqualTo("Sun, 01 Mar 2026 12:00:00 GMT");
      assertThat(response.header("Server")).isEqualTo("test/1");
      assertThat(response.header("Content-Length")).isEqualTo("6");
      assertThat(response.header("Connection")).isNull();

      server.advance(Duration.ofSeconds(1));
      assertThat(client.get("/").response().header("Date"))
          .isEqualTo("Sun, 01 Mar 2026 12:00:01 GMT");
    }
  }

  @Test
  void timesARequestFromItsFirstBytes() throws Exception {
    CompletableFuture<HttpExchange> first = new CompletableFuture<>();
    try (TestServer server =
            TestServer.with()
                .virtualTime()
                .start(
                    exchange -> {
                      first.complete(exchange);
                      TestServer.echo(exchange);
                    });
        Client client = server.connect()) {
      long start = server.graph.clock().nanos();
      client.send("GET / HT");
      server.settle();
      server.advance(Duration.ofSeconds(1));
      client.send("TP/1.1\r\nHost: test\r\n\r\n");
      client.response();

      assertThat(first.join().arrivedNanos()).isEqualTo(start);
    }
  }

  @Test
  void closesAfterTheAnswerIfAskedTo() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\nConnection: foo, Close\r\n\r\n");

      assertThat(client.response().header("Connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void closesAfterAnAnswerThatIsClosing() throws Exception {
    try (TestServer server =
            TestServer.with().start(e -> e.respond(HttpResponse.of(200).text("x").closing()));
        Client client = server.connect()) {
      client.get("/").get("/");

      assertThat(client.response().header("Connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void closesAfterAnHttp10RequestUnlessAskedToKeepAlive() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.send("GET /1 HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
      assertThat(client.response().header("Connection")).isEqualTo("keep-alive");

      client.send("GET /2 HTTP/1.0\r\n\r\n");
      Client.Response last = client.response();
      assertThat(last.text()).isEqualTo("GET /2 ");
      assertThat(last.header("Connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void closesAfterTheLastRequestThatAConnectionMayCarry() throws Exception {
    HttpLimits limits = HttpLimits.defaults().withMaxRequestsPerConnection(2);
    try (TestServer server =
            TestServer.with().config(c -> c.withLimits(limits)).start(TestServer::echo);
        Client client = server.connect()) {
      assertThat(client.get("/1").response().header("Connection")).isNull();
      assertThat(client.get("/2").response().header("Connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void answersHeadLikeGetWithoutTheBody() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.send("HEAD /1 HTTP/1.1\r\nHost: test\r\n\r\nGET /22 HTTP/1.1\r\nHost: test\r\n\r\n");

      Client.Response head = client.head();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Length")).isEqualTo(Integer.toString("HEAD /1 ".length()));
      assertThat(client.response().text()).isEqualTo("GET /22 ");
    }
  }

  @Test
  void answersHeadWithoutABodyEvenIfItRefuses() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.send("HEAD / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");

      assertThat(client.head().status()).isEqualTo(400);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void sendsNoBodyAndNoLengthWhereTheStatusForbidsThem() throws Exception {
    try (TestServer server =
            TestServer.with()
                .start(e -> e.respond(HttpResponse.of(Integer.parseInt(e.request().query("s")))));
        Client client = server.connect()) {
      for (int status : new int[] {204, 304}) {
        Client.Response response = client.get("/?s=" + status).response();

        assertThat(response.status()).isEqualTo(status);
        assertThat(response.header("Content-Length")).isNull();
      }
      assertThat(client.get("/?s=404").response().header("Content-Length")).isEqualTo("0");
    }
  }

  @Test
  void sharesOneResponseAmongManyRequests() throws Exception {
    ByteBuffer page = ByteBuffer.allocateDirect(8192);
    HttpResponse response = HttpResponse.of(200).header("ETag", "\"1\"").body("a/b", page);
    try (TestServer server = TestServer.with().start(exchange -> exchange.respond(response));
        Client client = server.connect()) {
      for (int i = 0; i < 20; i++) {
        client.get("/");
      }
      for (int i = 0; i < 20; i++) {
        assertThat(client.response().text()).hasSize(8192);
      }
    }
  }

  @Test
  void sendsAHeadThatIsLongerThanItsBuffers() throws Exception {
    String value = "v".repeat(5000);
    try (TestServer server =
            TestServer.with().start(e -> e.respond(HttpResponse.of(200).header("X-Long", value)));
        Client client = server.connect()) {
      assertThat(client.get("/").response().header("X-Long")).isEqualTo(value);
    }
  }

  @Test
  void refusesASecondAnswer() throws Exception {
    CountDownLatch refused = new CountDownLatch(1);
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      exchange.respond(HttpResponse.of(200));
                      try {
                        exchange.respond(HttpResponse.of(500));
                      } catch (IllegalStateException e) {
                        refused.countDown();
                      }
                    });
        Client client = server.connect()) {
      assertThat(client.get("/").response().status()).isEqualTo(200);
      TestServer.await(refused);
    }
  }

  @Test
  void answersOptionsForTheWholeServer() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.send("OPTIONS * HTTP/1.1\r\nHost: test\r\n\r\n");

      Client.Response response = client.response();
      assertThat(response.statusLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(response.header("Content-Length")).isEqualTo("0");
      assertThat(server.http.statistics().requests()).as("for the application").isZero();
      client.send("OPTIONS /%2A HTTP/1.1\r\nHost: test\r\n\r\n");
      assertThat(client.response().text()).isEqualTo("OPTIONS /* ");
    }
  }

  @Test
  void takesAnAbsoluteTargetsHost() throws Exception {
    try (TestServer server =
            TestServer.with()
                .start(
                    e ->
                        e.respond(
                            HttpResponse.of(200).text(e.request().host() + e.request().path())));
        Client client = server.connect()) {
      client.send("GET http://there:81/x?y HTTP/1.1\r\nHost: here\r\n\r\n");

      assertThat(client.response().text()).isEqualTo("there:81/x");
    }
  }

  @Test
  void answersBusyForTheApplicationThatTakesNoMore() throws Exception {
    try (TestServer server = TestServer.with().refusingApplication();
        Client client = server.connect()) {
      for (int i = 0; i < 2; i++) {
        Client.Response response = client.get("/").response();

        assertThat(response.status()).isEqualTo(503);
        assertThat(response.header("Retry-After")).isEqualTo("3");
      }
    }
  }

  @Test
  void answersAClientThatHasEndedItsOutput() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      client.get("/1").get("/2").endOutput();

      assertThat(client.response().text()).isEqualTo("GET /1 ");
      assertThat(client.response().text()).isEqualTo("GET /2 ");
      assertThat(client.isEnded()).isTrue();
      server.awaitOpen(0);
    }
  }
}
