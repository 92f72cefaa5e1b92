package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.netio.SelectorSource;
import seda.netio.TcpConfig;

/** Connections that open, close and misbehave; nothing must remain of them. */
class HttpLifecycleTest {
  private static final String POST =
      "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";

  private static void assertNothingLeft(TestServer server) {
    server.awaitOpen(0);
    server.settle();
    HttpStatistics statistics = server.http.statistics();
    assertThat(statistics.closed()).isEqualTo(statistics.accepted());
    assertThat(statistics.running()).isZero();
    assertThat(statistics.buffersInUse()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void survivesClientsThatLeaveAtAnyByteOfARequest(boolean reset) throws Exception {
    try (TestServer server = TestServer.echoing()) {
      for (int length = 0; length <= POST.length(); length++) {
        try (Client client = server.connect()) {
          client.send(POST.substring(0, length));
          if (reset) {
            client.socket.setSoLinger(true, 0);
          }
        }
      }
      try (Client client = server.connect()) {
        assertThat(client.send(POST).response().text()).isEqualTo("POST /x abc");
      }
      assertNothingLeft(server);
      assertThat(server.http.statistics().accepted()).isEqualTo(POST.length() + 2);
    }
  }

  @Test
  void survivesClientsThatLeaveInTheMiddleOfAResponse(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[20 << 20]);
    List<FileChannel> channels = new CopyOnWriteArrayList<>();
    try (TestServer server =
        TestServer.with()
            .start(
                exchange -> {
                  FileChannel channel = open(file);
                  channels.add(channel);
                  exchange.respond(HttpResponse.of(200).file("a/b", channel, 0, 20 << 20));
                })) {
      for (int length : new int[] {0, 1, 100, 1 << 20, 10 << 20}) {
        try (Client client = server.connect()) {
          client.get("/").get("/").get("/");
          client.body(length);
          client.socket.setSoLinger(true, 0);
        }
      }
      assertNothingLeft(server);
      assertThat(channels).isNotEmpty().noneMatch(FileChannel::isOpen);
    }
  }

  private static FileChannel open(Path file) {
    try {
      return FileChannel.open(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void saysThatTheClientHasGoneAndReleasesTheFile(@TempDir Path folder) throws Exception {
    FileChannel channel = FileChannel.open(Files.createFile(folder.resolve("file")));
    List<HttpExchange> held = new CopyOnWriteArrayList<>();
    CountDownLatch holding = new CountDownLatch(1);
    try (TestServer server =
        TestServer.with()
            .start(
                exchange -> {
                  held.add(exchange);
                  holding.countDown();
                })) {
      try (Client client = server.connect()) {
        client.get("/");
        TestServer.await(holding);
        client.socket.setSoLinger(true, 0);
      }
      server.awaitOpen(0);

      assertThat(held.get(0).respond(HttpResponse.of(200).file("a/b", channel, 0, 0))).isFalse();
      assertThat(channel.isOpen()).isFalse();
      assertNothingLeft(server);
    }
  }

  @Test
  void countsAThousandConnectionsInAndOut() throws Exception {
    try (TestServer server = TestServer.echoing()) {
      for (int round = 0; round < 10; round++) {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          clients.add(server.connect().get("/"));
        }
        for (Client client : clients) {
          assertThat(client.response().status()).isEqualTo(200);
          client.close();
        }
      }
      assertNothingLeft(server);
      assertThat(server.http.statistics().closed()).isEqualTo(1000);
    }
  }

  @Test
  void startsAndStopsAgainAndAgainWithoutLeavingAThread() throws Exception {
    for (int i = 0; i < 5; i++) {
      HttpServer stopped;
      try (TestServer server = TestServer.echoing();
          Client client = server.connect()) {
        assertThat(client.get("/").response().status()).isEqualTo(200);
        stopped = server.http;
      }
      assertThat(stopped.statistics().open()).isZero();
      assertThat(Thread.getAllStackTraces().keySet())
          .noneMatch(thread -> thread.getName().startsWith("test-"));
    }
  }

  @Test
  void pausesAtTheConnectionLimitAndGoesOnBelowIt() throws Exception {
    TcpConfig tcp = TcpConfig.defaults().withConnectionLimit(3);
    Queue<HttpExchange> held = new ConcurrentLinkedQueue<>();
    try (TestServer server =
        TestServer.with().virtualTime().config(c -> c.withTcp(tcp)).start(held::add)) {
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        clients.add(
            server
                .connect()
                .send("GET /" + i + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
        int inUse = Math.min(i + 1, 3);
        server.settleUntil(() -> held.size() == inUse);
      }
      for (int round = 0; round < 4; round++) {
        int accepted = 3 + round;
        server.settleUntil(() -> held.size() == 3);
        server.settle();
        assertThat(server.http.statistics().accepted()).isEqualTo(accepted);
        HttpExchange exchange = held.poll();
        TestServer.echo(exchange);
        int which = Integer.parseInt(exchange.request().path().substring(1));
        assertThat(clients.get(which).response().status()).isEqualTo(200);
        clients.get(which).close();
      }
      server.settleUntil(() -> held.size() == 2);
      held.forEach(TestServer::echo);
      for (Client client : clients) {
        client.close();
      }
      server.awaitOpen(0);
      assertNothingLeft(server);
    }
  }

  @Test
  void holdsBackAClientThatDoesNotReadAndServesTheOthers() throws Exception {
    int count = 50;
    AtomicInteger produced = new AtomicInteger();
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      if (exchange.request().path().equals("/big")) {
                        produced.incrementAndGet();
                        exchange.respond(HttpResponse.of(200).body("a/b", new byte[1 << 20]));
                      } else {
                        TestServer.echo(exchange);
                      }
                    });
        Client slow = server.connect();
        Client other = server.connect()) {
      for (int i = 0; i < count; i++) {
        slow.get("/big");
      }
      for (int i = 0; i < 100; i++) {
        assertThat(other.get("/" + i).response().text()).isEqualTo("GET /" + i + " ");
      }
      // the system's buffers, and then one batch of pipelined requests
      assertThat(produced.get()).isLessThan(40);

      for (int i = 0; i < count; i++) {
        assertThat(slow.response().text()).hasSize(1 << 20);
      }
    }
  }

  @Test
  void answersThoughTheInboxesHaveNoRoom() throws Exception {
    int connections = 50;
    int each = 10;
    ProcessorsConfig tiny = new ProcessorsConfig("test", 2, 2, 16, Duration.ofMillis(10));
    ExecutorService workers = Executors.newFixedThreadPool(4);
    List<HttpExchange> held = new ArrayList<>();
    try (TestServer server =
        TestServer.with()
            .processors(tiny)
            .start(
                exchange -> {
                  if (exchange.request().path().equals("/hello")) {
                    TestServer.echo(exchange);
                    return;
                  }
                  synchronized (held) { // all at once, from threads faster than the processors
                    held.add(exchange);
                    if (held.size() == connections) {
                      held.forEach(e -> workers.execute(() -> TestServer.echo(e)));
                      held.clear();
                    }
                  }
                })) {
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        clients.add(connected(server));
      }
      for (int i = 0; i < each; i++) {
        for (Client client : clients) {
          client.get("/" + i);
        }
        for (Client client : clients) {
          assertThat(client.response().text()).isEqualTo("GET /" + i + " ");
        }
      }
      for (Client client : clients) {
        client.close();
      }
    } finally {
      workers.shutdown();
    }
  }

  /** Connects. A connection rejected by a full inbox is closed; then it tries again. */
  private static Client connected(TestServer server) throws IOException {
    while (true) {
      Client client = server.connect();
      try {
        client.get("/hello").response();
        return client;
      } catch (IOException e) {
        client.close();
      }
    }
  }

  @Test
  void drainsSoThatEveryRequestThatCameInIsAnswered() throws Exception {
    List<HttpExchange> held = new CopyOnWriteArrayList<>();
    CountDownLatch holding = new CountDownLatch(2);
    try (TestServer server =
            TestServer.with()
                .start(
                    exchange -> {
                      held.add(exchange);
                      holding.countDown();
                    });
        Client idle = server.connect();
        Client half = server.connect();
        Client running = server.connect()) {
      running.get("/1").get("/2");
      half.send("POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na");
      TestServer.await(holding);
      server.awaitOpen(3);
      server.settle();

      server.http.drain();

      assertThat(idle.isEnded()).isTrue();
      assertThatThrownBy(server::connect).isInstanceOf(ConnectException.class);
      TestServer.echo(held.get(0));
      Client.Response first = running.response();
      assertThat(first.text()).isEqualTo("GET /1 ");
      assertThat(first.header("Connection")).isNull();
      TestServer.echo(held.get(1));
      assertThat(running.response().header("Connection")).isEqualTo("close");
      assertThat(running.isEnded()).isTrue();
      running.socket.close();

      half.send("b");
      server.settleUntil(() -> held.size() == 3);
      assertThat(server.http.awaitDrained(Duration.ofMillis(1))).isFalse();
      TestServer.echo(held.get(2));
      assertThat(half.response().text()).isEqualTo("POST /half ab");
      half.socket.close();
      assertThat(server.http.awaitDrained(Duration.ofSeconds(20))).isTrue();
      assertNothingLeft(server);
    }
  }

  @Test
  void sendsWhatTheApplicationAnswersWhileTheGraphStops() throws Exception {
    StageGraph graph = new StageGraph(Clock.system());
    Processors processors =
        graph.processors(ProcessorsConfig.named("stop-test"), SelectorSource::open);
    WorkerPool pool = graph.workerPool("stop-pool", 2);
    Stage<String> first = graph.stage(StageConfig.named("first"), processors);
    first.handledBy(EventHandler.each(event -> {}));
    AtomicReference<Stage<HttpExchange>> application = new AtomicReference<>();
    HttpServer http =
        new HttpServer(graph, processors, HttpConfig.defaults(), e -> application.get().enqueue(e));
    application.set(graph.stage(StageConfig.named("application"), pool));
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch stopping = new CountDownLatch(1);
    application
        .get()
        .handledBy(
            EventHandler.each(
                exchange -> {
                  entered.countDown();
                  TestServer.await(stopping);
                  TestServer.echo(exchange);
                }));
    graph.start();
    InetSocketAddress address =
        http.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    try (Client client = new Client(address)) {
      client.get("/1");
      TestServer.await(entered);
      AtomicBoolean drained = new AtomicBoolean();
      Thread stop = new Thread(() -> drained.set(graph.stop(Duration.ofSeconds(20))));
      stop.start();
      while (first.enqueue("still open?").outcome() != EnqueueResult.Outcome.CLOSED) {
        Thread.onSpinWait();
      }
      stopping.countDown();

      assertThat(client.response().text()).isEqualTo("GET /1 ");
      stop.join();
      assertThat(drained).isTrue();
      assertThat(http.statistics().open()).isZero();
    }
  }

  @Test
  void closesIdleAndRunningConnections() throws Exception {
    try (TestServer server = TestServer.with().start(exchange -> {});
        Client idle = server.connect();
        Client running = server.connect()) {
      running.get("/");
      server.awaitOpen(2);

      server.http.close();

      assertThat(idle.isEnded()).isTrue();
      assertThat(running.isEnded()).isTrue();
      assertNothingLeft(server);
    }
  }
}
