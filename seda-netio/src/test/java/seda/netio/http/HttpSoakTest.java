package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.TestKeys;
import seda.netio.TlsConfig;

/**
 * Clients with all kinds of behaviour that may disconnect at any time: everything opened must be
 * closed, and everything taken given back. {@code -Dseda.soak.rounds=…} extends the run.
 */
@Timeout(600)
class HttpSoakTest {
  private static final int ROUNDS = Integer.getInteger("seda.soak.rounds", 150);
  private static final int THREADS = 4;
  private static final int LENGTH = 300_000;

  @TempDir Path folder;
  private final Queue<FileChannel> files = new ConcurrentLinkedQueue<>();
  private Path file;

  private void answer(HttpExchange exchange) {
    switch (exchange.request().path()) {
      case "/file" -> exchange.respond(fileAnswer());
      case "/bytes" -> exchange.respond(HttpResponse.of(200).body("a/b", new byte[LENGTH]));
      default -> TestServer.echo(exchange);
    }
  }

  private HttpResponse fileAnswer() {
    try {
      FileChannel channel = FileChannel.open(file);
      files.add(channel);
      return HttpResponse.of(200).file("a/b", channel, 0, LENGTH);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs one connection of a random kind. */
  private static void visit(Client client, Random random) throws IOException {
    switch (random.nextInt(8)) {
      case 0 -> assertThat(client.get("/file").response().text()).hasSize(LENGTH);
      case 1 -> assertThat(client.get("/bytes").response().text()).hasSize(LENGTH);
      case 2 -> {
        for (int i = 0; i < 20; i++) {
          client.get("/" + i);
        }
        for (int i = 0; i < 20; i++) {
          assertThat(client.response().text()).isEqualTo("GET /" + i + " ");
        }
      }
      case 3 -> { // then disconnects without reading
        client.get("/file").get("/bytes").head();
      }
      case 4 -> client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf");
      case 5 -> assertThat(client.send("nonsense\r\n\r\n").response().status()).isEqualTo(400);
      case 6 -> client.get("/file").get("/file").get("/bytes"); // then disconnects at once
      default -> {
        client.send("PUT /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < 10; i++) {
          client.send("4\r\nabcd\r\n");
        }
        assertThat(client.send("0\r\n\r\n").response().text()).endsWith("abcd");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allOpenedChannelsAreClosedAndAllTakenMemoryIsGivenBack(boolean secure) throws Exception {
    file = Files.write(folder.resolve("file"), new byte[LENGTH]);
    TlsConfig tls = secure ? TlsConfig.of(TestKeys.store(), TestKeys.PASSWORD) : null;
    SSLContext context = TestKeys.trusting();
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try (TestServer server =
        TestServer.with().config(config -> config.withTls(tls)).start(this::answer)) {
      List<Future<Void>> visitors = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        Random random = new Random(thread);
        Callable<Void> visitor =
            () -> {
              for (int round = 0; round < ROUNDS; round++) {
                visitOnce(server, secure ? context : null, random);
              }
              return null;
            };
        visitors.add(clients.submit(visitor));
      }
      for (Future<Void> visitor : visitors) {
        visitor.get();
      }

      server.awaitOpen(0);
      HttpStatistics statistics = server.http.statistics();
      assertThat(statistics.accepted()).isEqualTo((long) THREADS * ROUNDS);
      assertThat(statistics.closed()).isEqualTo(statistics.accepted());
      server.settleUntil(() -> server.http.statistics().running() == 0);
      assertThat(server.http.statistics().buffersInUse()).isZero();
      assertThat(files).isNotEmpty().noneMatch(FileChannel::isOpen);
    } finally {
      clients.shutdownNow();
    }
  }

  private static void visitOnce(TestServer server, SSLContext context, Random random)
      throws IOException {
    if (context == null) {
      try (Client client = server.connect()) {
        visit(client, random);
      }
      return;
    }
    Socket raw = new Socket(server.address().getAddress(), server.address().getPort());
    try (raw) {
      visit(new Client(context.getSocketFactory().createSocket(raw, "localhost", 0, true)), random);
    }
  }
}
