package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** Streams that fill large buffers, alone and beside others. */
@Timeout(120)
class StreamReadsTest {
  private static final int BUFFER = 256 << 10;

  private final StageGraph graph = new StageGraph(Clock.system());
  private final BlockingQueue<Endpoint> endpoints = new LinkedBlockingQueue<>();
  private Stage<Runnable> actions;
  private TcpServer server;
  private InetSocketAddress address;

  @BeforeEach
  void start() throws Exception {
    Processors processors =
        graph.processors(ProcessorsConfig.named("streams").withCount(1), SelectorSource::open);
    server = new TcpServer(graph, processors, "", TcpConfig.defaults().withReadBufferBytes(BUFFER));
    Stage<Connection> arrivals = graph.stage(StageConfig.named("arrivals"), processors);
    arrivals.handledBy(EventHandler.each(Endpoint::arrived));
    actions = graph.stage(StageConfig.named("actions"), processors);
    actions.handledBy(EventHandler.each(Runnable::run));
    server.serve(this::open, arrivals);
    graph.start();
    address = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).address();
  }

  private Endpoint open(Connection connection) {
    Endpoint opened = new Endpoint(connection, actions.on(0));
    endpoints.add(opened);
    connection.awaitInput();
    return opened;
  }

  @AfterEach
  void stop() throws Exception {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    assertThat(server.statistics().buffersInUse()).isZero();
  }

  private Socket connect() throws IOException {
    return new Socket(address.getAddress(), address.getPort());
  }

  @Test
  void bringsAllBytesOfAStreamInOrderAndNoMoreThanABufferAtOnce() throws Exception {
    byte[] bytes = new byte[20_000_000];
    new Random(1).nextBytes(bytes);
    AtomicInteger largest = new AtomicInteger();
    try (Socket peer = connect()) {
      Endpoint endpoint = endpoints.poll(20, TimeUnit.SECONDS);
      endpoint.run(
          it ->
              it.onInput =
                  each -> {
                    if (each.connection.input() != null) {
                      largest.accumulateAndGet(each.connection.input().remaining(), Math::max);
                    }
                    each.takeAndAwait();
                  });
      peer.getOutputStream().write(bytes);

      endpoint.until("all has come", it -> it.received.size() == bytes.length);

      assertThat(endpoint.received.toByteArray()).isEqualTo(bytes);
      assertThat(largest.get()).isBetween(1, BUFFER);
    }
  }

  @Test
  void readsOthersWhileAStreamNeverEnds() throws Exception {
    CompletableFuture<Void> flood;
    try (Socket stream = connect();
        Socket other = connect()) {
      int port = other.getLocalPort();
      flood = CompletableFuture.runAsync(() -> writeUntilClosed(stream));
      for (int i = 0; i < 2; i++) {
        Endpoint endpoint = endpoints.poll(20, TimeUnit.SECONDS);
        boolean isOther = endpoint.connection.remote().getPort() == port;
        endpoint.run(it -> it.onInput = isOther ? StreamReadsTest::answer : StreamReadsTest::drop);
      }
      for (int i = 0; i < 20; i++) {
        other.getOutputStream().write(i);
        assertThat(other.getInputStream().read()).isEqualTo(42);
      }
      assertThat(flood).isNotDone();
    }
    flood.join();
  }

  private static void writeUntilClosed(Socket socket) {
    try {
      OutputStream output = socket.getOutputStream();
      while (true) {
        output.write(new byte[BUFFER]);
      }
    } catch (IOException e) {
      // closed, as expected
    }
  }

  private static void answer(Endpoint endpoint) {
    if (endpoint.connection.input() != null) {
      endpoint.connection.write(ByteBuffer.wrap(new byte[] {42}));
    }
    drop(endpoint);
  }

  private static void drop(Endpoint endpoint) {
    if (endpoint.connection.inputEnded()) {
      endpoint.connection.closeGracefully();
    } else {
      endpoint.connection.awaitInput();
    }
  }

  @Test
  void takesAStreamForOneThatIsReadAloneOnlySomeTimeAfterACrowd() {
    TcpStages.Scratch scratch = new TcpStages.Scratch(BUFFER, null);
    assertThat(scratch.readsOne()).isTrue();

    scratch.reading(3);
    assertThat(scratch.readsOne()).isFalse();
    scratch.reading(1);
    assertThat(scratch.readsOne()).isFalse();
    scratch.reading(1);
    assertThat(scratch.readsOne()).isTrue();
  }
}
