package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** A connection under test and its peer, independent of who connects and of TLS. */
abstract class ConnectionFrame {
  static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  static final int BIG = 30_000_000; // more than the system's buffers hold
  static final int THRESHOLD = 100_000;

  final StageGraph graph = new StageGraph(Clock.system());
  final BlockingQueue<Endpoint> endpoints = new LinkedBlockingQueue<>();
  final BufferPool pool = new BufferPool(100, 10);
  Stage<Connection> arrivals;
  private Stage<Runnable> actions;
  Endpoint endpoint;
  Socket peer;

  /** Declares the stages that create the connections. */
  abstract void declare(StageGraph stages, Processors processors, Sink<Connection> input)
      throws Exception;

  /** Creates a connection and its peer, a blocking socket. */
  abstract Socket connect() throws Exception;

  /** Ends the peer with a reset. */
  void abort(Socket socket) throws IOException {
    if (!socket.isClosed()) {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  abstract TcpStatistics statistics();

  /** Creates the protocol of the connection under test. */
  Endpoint open(Connection connection) {
    Endpoint opened = new Endpoint(connection, actions.on(0));
    endpoints.add(opened);
    return opened;
  }

  @BeforeEach
  void start() throws Exception {
    Processors processors =
        graph.processors(ProcessorsConfig.named("contract").withCount(1), SelectorSource::open);
    Sink<Connection>[] input = newSink();
    declare(graph, processors, connection -> input[0].enqueue(connection));
    arrivals = graph.stage(StageConfig.named("arrivals"), processors);
    arrivals.handledBy(EventHandler.each(Endpoint::arrived));
    input[0] = arrivals;
    actions = graph.stage(StageConfig.named("actions"), processors);
    actions.handledBy(EventHandler.each(Runnable::run));
    graph.start();
    peer = connect();
    peer.setSoTimeout(20_000);
    endpoint = endpoints.poll(20, TimeUnit.SECONDS);
  }

  @SuppressWarnings("unchecked")
  private static Sink<Connection>[] newSink() {
    return (Sink<Connection>[]) new Sink<?>[1];
  }

  @AfterEach
  void stop() throws Exception {
    abort(peer);
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    assertThat(endpoint.closed).isEqualTo(1);
    assertThat(statistics().open()).isZero();
    assertThat(statistics().buffersInUse()).isZero();
    assertThat(pool.taken()).isZero();
  }

  static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  CompletableFuture<Void> peerWrites(byte[] bytes) {
    Random random = new Random(7);
    return CompletableFuture.runAsync(
        () -> {
          try {
            for (int from = 0; from < bytes.length; ) {
              int n = Math.min(1 + random.nextInt(50_000), bytes.length - from);
              peer.getOutputStream().write(bytes, from, n);
              from += n;
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  byte[] peerReads(int length) throws IOException {
    return peer.getInputStream().readNBytes(length);
  }

  boolean peerSeesTheEnd() throws IOException {
    return peer.getInputStream().read() < 0;
  }
}
