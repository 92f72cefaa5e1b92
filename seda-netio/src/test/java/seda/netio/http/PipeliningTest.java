package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Pipelined requests on one connection, in pieces of any size. */
class PipeliningTest {
  @Test
  void answersPipelinedRequestsInOrderThoughTheyAreAnsweredOutOfOrder() throws Exception {
    int count = 100;
    List<HttpExchange> waiting = Collections.synchronizedList(new CopyOnWriteArrayList<>());
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      waiting.add(exchange);
                      if (waiting.size() % 4 == 0) { // four at a time, in reverse order
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
  void readsNothingBehindARequestThatIsHeldUntilItIsAnswered() throws Exception {
    List<HttpExchange> waiting = new CopyOnWriteArrayList<>();
    CountDownLatch first = new CountDownLatch(1);
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      exchange.hold();
                      waiting.add(exchange);
                      first.countDown();
                    });
        Client client = server.connect()) {
      String get = " HTTP/1.1\r\nHost: test\r\n\r\n";
      client.send("GET /0" + get + "GET /1" + get + "GET /2" + get);
      TestServer.await(first);

      for (int i = 0; i < 3; i++) {
        server.settle();
        assertThat(waiting).hasSize(i + 1);
        TestServer.echo(waiting.get(i));
        assertThat(client.response().text()).isEqualTo("GET /" + i + " ");
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
}
