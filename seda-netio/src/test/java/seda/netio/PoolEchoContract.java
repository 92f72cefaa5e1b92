package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/**
 * Contract of a protocol whose handler runs on a worker pool and calls connections of all
 * processors.
 */
@Timeout(120)
abstract class PoolEchoContract {
  private static final int CLIENTS = 20;
  private static final int BYTES = 1_500_000;

  /** Bytes that a client writes before it reads: more than the threshold. */
  private static final int WRITTEN_FIRST = 200_000;

  private static final int LONGEST_PIECE = 40_000;

  private final StageGraph graph = new StageGraph(Clock.system());
  private final ExecutorService clients = Executors.newFixedThreadPool(2 * CLIENTS);
  private TcpServer server;
  private InetSocketAddress address;

  /** Returns the TLS settings, or null for plain TCP. */
  abstract TlsConfig tls() throws Exception;

  abstract Socket connect(InetSocketAddress address) throws Exception;

  @BeforeEach
  void start() throws Exception {
    Processors processors =
        graph.processors(ProcessorsConfig.named("echo").withCount(3), SelectorSource::open);
    WorkerPool pool = graph.workerPool("echo-pool", 4);
    TcpConfig config = TcpConfig.defaults().withWriteThreshold(WRITTEN_FIRST / 4);
    server = new TcpServer(graph, processors, "", config, tls());
    Stage<Connection> echo = graph.stage(StageConfig.named("echo"), pool);
    echo.handledBy(EventHandler.each(TcpServerTest.Echo::handle));
    echo.listener(TcpServer.closingOnFailure());
    server.serve(TcpServerTest.Echo::new, echo);
    graph.start();
    address = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).address();
  }

  @AfterEach
  void stop() {
    clients.shutdownNow();
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    assertThat(server.statistics().open()).isZero();
    assertThat(server.statistics().buffersInUse()).isZero();
  }

  private void assertEchoes(int client) {
    byte[] sent = new byte[BYTES];
    new Random(client).nextBytes(sent);
    CountDownLatch writtenFirst = new CountDownLatch(1);
    try (Socket socket = connect(address)) {
      socket.setSoTimeout(60_000);
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> write(socket, sent, client, writtenFirst), clients);
      writtenFirst.await();
      byte[] came = new DataInputStream(socket.getInputStream()).readNBytes(BYTES);
      assertThat(came).as("client " + client).isEqualTo(sent);
      writing.join();
      socket.shutdownOutput();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (Exception e) {
      throw new AssertionError("client " + client, e);
    }
  }

  private static void write(Socket socket, byte[] bytes, int seed, CountDownLatch writtenFirst) {
    Random random = new Random(seed);
    try {
      for (int from = 0; from < bytes.length; ) {
        int n = Math.min(1 + random.nextInt(LONGEST_PIECE), bytes.length - from);
        socket.getOutputStream().write(bytes, from, n);
        from += n;
        if (from > WRITTEN_FIRST) {
          writtenFirst.countDown();
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } finally {
      writtenFirst.countDown();
    }
  }

  @Test
  void echoesToManyClientsAtOnceAndLosesAndDoublesNothing() {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      running.add(CompletableFuture.runAsync(() -> assertEchoes(client), clients));
    }
    running.forEach(CompletableFuture::join);
  }

  @Test
  void aConnectionWhoseHandlerFailsOnAPoolIsClosed() throws Exception {
    StageGraph failing = new StageGraph(Clock.system());
    Processors processors =
        failing.processors(ProcessorsConfig.named("failing").withCount(2), SelectorSource::open);
    WorkerPool pool = failing.workerPool("failing-pool", 2);
    TcpServer closing = new TcpServer(failing, processors, "", TcpConfig.defaults(), tls());
    Stage<Connection> stage = failing.stage(StageConfig.named("failing"), pool);
    stage.handledBy(
        EventHandler.each(
            connection -> {
              ByteBuffer input = connection.input();
              connection.write(ByteBuffer.allocate(input.remaining()).put(input).flip());
              throw new IllegalStateException("by intention");
            }));
    stage.listener(TcpServer.closingOnFailure());
    closing.serve(TcpServerTest.Echo::new, stage);
    failing.start();
    InetSocketAddress at =
        closing.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).address();
    for (int i = 0; i < 10; i++) {
      try (Socket socket = connect(at)) {
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(1);
        byte[] came = readUntilTheEnd(socket);
        assertThat(came.length).isLessThanOrEqualTo(1);
      }
    }
    assertThat(failing.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(closing.statistics().open()).isZero();
    assertThat(closing.statistics().buffersInUse()).isZero();
  }

  /** Treats a reset as an end. */
  private static byte[] readUntilTheEnd(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
