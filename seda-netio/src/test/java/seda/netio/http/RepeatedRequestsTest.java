package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.ProcessorsConfig;

/** Identical requests in sequence: parsed or cached, they behave the same. */
class RepeatedRequestsTest {
  private static final int TIMES = 5; // parsed twice, then cached

  private final List<HttpRequest> passedOn = new CopyOnWriteArrayList<>();
  private final List<HttpRequest> asked = new CopyOnWriteArrayList<>();
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        TestServer.with()
            .processors(ProcessorsConfig.named("test").withCount(1))
            .config(config -> config.withLimits(limits()))
            .before(
                http ->
                    http.earlyRefusal(
                        (head, remote) -> {
                          asked.add(head);
                          return head.path().equals("/busy") ? HttpResponse.of(503) : null;
                        }))
            .start(
                exchange -> {
                  passedOn.add(exchange.request());
                  TestServer.echo(exchange);
                });
  }

  private static HttpLimits limits() {
    return HttpLimits.defaults().withMaxRequestsPerConnection(TIMES);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void areNotParsedAgain() throws Exception {
    for (int connection = 0; connection < TIMES; connection++) {
      try (Client client = server.connect()) {
        assertThat(client.get("/a").response().text()).isEqualTo("GET /a ");
        assertThat(client.get("/b").response().text()).isEqualTo("GET /b ");
      }
    }

    assertThat(passedOn).hasSize(2 * TIMES);
    assertThat(Set.copyOf(passedOn.subList(2, 2 * TIMES))).hasSize(2);
  }

  @Test
  void areRefusedEarlyEachTime() throws Exception {
    try (Client client = server.connect()) {
      for (int i = 0; i < TIMES; i++) {
        assertThat(client.get("/busy").response().status()).isEqualTo(503);
      }
    }

    assertThat(passedOn).isEmpty();
    assertThat(asked).hasSize(TIMES);
  }

  @Test
  void closeTheConnectionEachTime() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      try (Client client = server.connect()) {
        client.send("GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
        assertThat(client.response().header("Connection")).isEqualTo("close");
        assertThat(client.isEnded()).isTrue();
      }
    }
  }

  @Test
  void countAsTheConnectionsRequests() throws Exception {
    try (Client client = server.connect()) {
      for (int i = 1; i <= TIMES; i++) {
        String connection = client.get("/").response().header("Connection");
        assertThat(connection).isEqualTo(i == TIMES ? "close" : null);
      }
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void mayExpectNothingElseEachTime() throws Exception {
    for (int i = 0; i < TIMES; i++) {
      try (Client client = server.connect()) {
        client.send("GET / HTTP/1.1\r\nHost: test\r\nExpect: wonders\r\n\r\n");
        assertThat(client.response().status()).isEqualTo(417);
      }
    }
  }

  @Test
  void haveBodiesOfTheirOwn() throws Exception {
    String head = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\n\r\n";
    try (Client client = server.connect()) {
      for (int i = 0; i < TIMES; i++) {
        assertThat(client.send(head + i).response().text()).isEqualTo("POST / " + i);
      }
    }
    String chunked = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (Client client = server.connect()) {
      for (int i = 0; i < TIMES; i++) {
        client.send(chunked + "1\r\n" + i + "\r\n0\r\n\r\n");
        assertThat(client.response().text()).isEqualTo("POST / " + i);
      }
    }
  }

  @Test
  void areReadInPiecesAndPipelinedAllTheSame() throws Exception {
    String get = "GET /a HTTP/1.1\r\nHost: test\r\n\r\n";
    try (Client client = server.connect()) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.send(get).response().text()).isEqualTo("GET /a ");
      }
      client.send(get.substring(0, 9));
      server.settle();
      assertThat(client.send(get.substring(9)).response().text()).isEqualTo("GET /a ");
    }
    try (Client client = server.connect()) {
      client.send(get + get + get.replace("/a", "/b"));
      assertThat(client.response().text()).isEqualTo("GET /a ");
      assertThat(client.response().text()).isEqualTo("GET /a ");
      assertThat(client.response().text()).isEqualTo("GET /b ");
    }
  }

  @Test
  void areNotTakenForWhatIsLeftOfAnother() throws Exception {
    String get = "GET /a HTTP/1.1\r\nHost: test\r\n\r\n";
    for (int i = 0; i < 3; i++) {
      try (Client client = server.connect()) {
        assertThat(client.send(get).response().text()).isEqualTo("GET /a ");
      }
    }
    try (Client client = server.connect()) {
      client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + get.length() + "\r\n\r\n");
      server.settle();
      assertThat(client.send(get).response().text()).isEqualTo("POST / " + get);
    }
  }
}
