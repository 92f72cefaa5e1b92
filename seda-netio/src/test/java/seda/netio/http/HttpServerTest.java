package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client and an application see of the protocol. */
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
  void answersPipelinedRequestsInOrderThoughTheyAreAnsweredOutOfOrder() throws Exception {
    int count = 100;
    List<HttpExchange> waiting = Collections.synchronizedList(new CopyOnWriteArrayList<>());
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      waiting.add(exchange);
                      if (waiting.size() % 4 == 0) { // each four, the last of them first
                        List<HttpExchange> four =
                            waiting.subList(waiting.size() - 4, waiting.size());
                        for (int i = 3; i >= 0; i--) {
                          TestServer.echo(four.get(i));
                        }
                      }
                    });
        Client client = server.connect()) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < count; i++) {
        requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: test\r\n\r\n");
      }
      client.send(requests.toString());

      for (int i = 0; i < count; i++) {
        assertThat(client.response().text()).isEqualTo("GET /" + i + " ");
      }
    }
  }

  @Test
  void readsNoMorePipelinedRequestsThanTheLimit() throws Exception {
    List<HttpExchange> waiting = new CopyOnWriteArrayList<>();
    CountDownLatch sixteen = new CountDownLatch(16);
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      waiting.add(exchange);
                      sixteen.countDown();
                    });
        Client client = server.connect()) {
      for (int i = 0; i < 20; i++) {
        client.get("/" + i);
      }
      TestServer.await(sixteen);
      server.settle();
      assertThat(waiting).hasSize(16);

      for (int i = 0; i < 20; i++) {
        HttpExchange next = waiting.get(i);
        TestServer.echo(next);
        assertThat(client.response().text()).isEqualTo("GET /" + i + " ");
        server.settle();
      }
    }
  }

  @Test
  void answersTheSameHoweverTheBytesArrive() throws Exception {
    String get = "GET /1 HTTP/1.1\r\nHost: test\r\n\r\n";
    String post = "POST /2 HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello";
    byte[] conversation = Bytes.of(get + post + get + "GET / HTTP/1.1\r\n\r\n");
    try (TestServer server = TestServer.with().virtualTime().start(TestServer::echo)) {
      String whole;
      try (Client client = server.connect()) {
        whole = client.send(conversation).rest();
      }
      for (int seed = 0; seed < 20; seed++) {
        Random random = new Random(seed);
        try (Client client = server.connect()) {
          for (int from = 0; from < conversation.length; ) {
            int to = Math.min(conversation.length, from + 1 + random.nextInt(40));
            client.send(Arrays.copyOfRange(conversation, from, to));
            server.settle();
            from = to;
          }
          assertThat(client.rest()).as("seed " + seed).isEqualTo(whole);
        }
      }
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

  @Test
  void sendsPartOfAFileAndClosesTheFile(@TempDir Path folder) throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    Path file = Files.write(folder.resolve("file"), content);
    FileChannel channel = FileChannel.open(file);
    try (TestServer server =
            TestServer.with()
                .start(e -> e.respond(HttpResponse.of(200).file("x/y", channel, 17, 2_500_000)));
        Client client = server.connect()) {
      String body = client.get("/").response().text();

      assertThat(Bytes.of(body)).isEqualTo(Arrays.copyOfRange(content, 17, 2_500_017));
      server.settle();
      assertThat(channel.isOpen()).isFalse();
    }
  }

  @Test
  void leavesASharedFileOpenAndSendsItToSeveral(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "0123456789");
    CountDownLatch released = new CountDownLatch(3);
    try (FileChannel channel = FileChannel.open(file);
        TestServer server =
            TestServer.with()
                .start(
                    e ->
                        e.respond(
                            HttpResponse.of(200)
                                .sharedFile("x/y", channel, 2, 3, released::countDown)));
        Client client = server.connect()) {
      client.get("/").get("/").send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\n");

      assertThat(client.response().text()).isEqualTo("234");
      assertThat(client.response().text()).isEqualTo("234");
      assertThat(client.head().header("Content-Length")).isEqualTo("3");
      released.await();
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void breaksOffWhenAFileIsShorterThanWasPromised(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "0123456789");
    FileChannel channel = FileChannel.open(file);
    try (TestServer server =
            TestServer.with()
                .start(e -> e.respond(HttpResponse.of(200).file("x/y", channel, 0, 20)));
        Client client = server.connect()) {
      client.get("/");

      assertThatThrownBy(client::response).isInstanceOf(IOException.class);
      server.awaitOpen(0);
      assertThat(channel.isOpen()).isFalse();
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
