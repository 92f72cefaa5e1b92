package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.netio.TestKeys;
import seda.netio.TlsConfig;

/** The same server with TLS, by configuration only. */
@Timeout(60)
class HttpsTest {
  private static final int REQUESTS = 30;

  private static TestServer.Builder secure() throws IOException, InterruptedException {
    TlsConfig tls = TlsConfig.of(TestKeys.store(), TestKeys.PASSWORD);
    return TestServer.with().config(config -> config.withTls(tls));
  }

  private static Client connect(TestServer server) throws Exception {
    Socket raw = new Socket(server.address().getAddress(), server.address().getPort());
    return new Client(
        TestKeys.trusting().getSocketFactory().createSocket(raw, "localhost", 0, true));
  }

  @Test
  void answersPipelinedRequestsInTheirOrder() throws Exception {
    try (TestServer server = secure().start(TestServer::echo);
        Client client = connect(server)) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < REQUESTS; i++) {
        all.append("POST /").append(i).append(" HTTP/1.1\r\nHost: a\r\nContent-Length: ");
        all.append(2000 * i).append("\r\n\r\n").append("b".repeat(2000 * i));
      }
      client.send(all.toString());

      for (int i = 0; i < REQUESTS; i++) {
        assertThat(client.response().text()).isEqualTo("POST /" + i + " " + "b".repeat(2000 * i));
      }
    }
  }

  @Test
  void agreesOnHttp11WithAClientThatOffersMore() throws Exception {
    try (TestServer server = secure().start(TestServer::echo);
        SSLSocket socket = offering(server, "h2", "http/1.1")) {
      Client client = new Client(socket);
      assertThat(client.get("/a").response().text()).isEqualTo("GET /a ");
      assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
    }
  }

  @Test
  void refusesAClientThatSpeaksOnlyOtherProtocols() throws Exception {
    try (TestServer server = secure().start(TestServer::echo);
        SSLSocket socket = offering(server, "h2")) {
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
      server.awaitOpen(0);
      assertThat(server.http.statistics().buffersInUse()).isZero();
    }
  }

  private static SSLSocket offering(TestServer server, String... protocols) throws Exception {
    Socket raw = new Socket(server.address().getAddress(), server.address().getPort());
    SSLSocket socket =
        (SSLSocket) TestKeys.trusting().getSocketFactory().createSocket(raw, "localhost", 0, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
    return socket;
  }

  @Test
  void sendsAFile(@TempDir Path folder) throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    Path path = Files.write(folder.resolve("file"), content);
    try (TestServer server =
            secure().start(exchange -> exchange.respond(answer(path, content.length)));
        Client client = connect(server)) {
      client.get("/").head();

      assertThat(client.body(content.length)).isEqualTo(content);
    }
  }

  private static HttpResponse answer(Path path, int length) {
    try {
      return HttpResponse.of(200).file("a/b", FileChannel.open(path), 0, length);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void endsEachConnectionSoThatTheClientKnowsItHasAll() throws Exception {
    try (TestServer server = secure().start(TestServer::echo);
        Client client = connect(server)) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

      assertThat(client.response().text()).isEqualTo("GET / ");
      assertThat(client.isEnded()).isTrue(); // a truncation would throw
    }
  }

  @Test
  void drainsConnectionsThatHaveNotEvenSaidHello() throws Exception {
    try (TestServer server = secure().start(TestServer::echo);
        Client silent = server.connect();
        Client idle = connect(server)) {
      idle.get("/").response();
      server.awaitOpen(2);

      server.http.drain();
      assertThat(server.http.awaitDrained(Duration.ofSeconds(20))).isTrue();

      assertThat(silent.rest()).hasSizeLessThan(20); // an alert
      assertThat(idle.isEnded()).isTrue();
    }
  }

  @Test
  void closesHandshakesThatDoNotGoOnForNewcomers() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (TestServer server =
        secure().config(c -> c.withTcp(c.tcp().withConnectionLimit(20))).start(TestServer::echo)) {
      for (int i = 0; i < 60; i++) {
        silent.add(new Socket(server.address().getAddress(), server.address().getPort()));
      }
      for (int i = 0; i < 10; i++) {
        try (Client newcomer = connect(server)) {
          assertThat(newcomer.get("/" + i).response().status()).isEqualTo(200);
        }
      }
      assertThat(server.http.statistics().evicted()).isPositive();
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }
}
