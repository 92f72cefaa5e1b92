package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

/** Outgoing connections to an echo server in the same graph. */
@Timeout(60)
class TcpClientTest {
  private static final int PROCESSORS = 2;
  private static final int LIMIT = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private final StageGraph graph = new StageGraph(clock);
  private final BlockingQueue<Object> outcomes = new LinkedBlockingQueue<>();
  private TcpServer server;
  private TcpClient client;
  private Stage<CountDownLatch> ticks;

  @BeforeEach
  void start() {
    Processors processors =
        graph.processors(
            ProcessorsConfig.named("tcp-test").withCount(PROCESSORS), SelectorSource::open);
    server = new TcpServer(graph, processors, "echo-", TcpConfig.defaults());
    Stage<Connection> echo = graph.stage(StageConfig.named("echo"), processors);
    Stage<Connection> replies = graph.stage(StageConfig.named("replies"), processors);
    client =
        new TcpClient(
            graph, processors, "client-", TcpConfig.defaults().withConnectionLimit(LIMIT), replies);
    echo.handledBy(EventHandler.each(TcpServerTest.Echo::handle));
    replies.handledBy(EventHandler.each(Sender::arrived));
    server.serve(TcpServerTest.Echo::new, echo);
    ticks = graph.stage(StageConfig.named("tick"), processors);
    ticks.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
  }

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    assertThat(client.statistics().open()).isZero();
    assertThat(client.statistics().buffersInUse()).isZero();
    assertThat(outcomes).isEmpty();
  }

  private void connect(InetSocketAddress address, Sender sender) {
    assertThat(client.connect(address, TIMEOUT, sender).accepted()).isTrue();
  }

  private <T> T next(Class<T> type) throws InterruptedException {
    return type.cast(outcomes.poll(20, TimeUnit.SECONDS));
  }

  /** Waits until each processor has done its pending work. */
  private void settle() throws InterruptedException {
    for (int i = 0; i < 3 * PROCESSORS; i++) {
      CountDownLatch done = new CountDownLatch(1);
      assertThat(ticks.on(i % PROCESSORS).enqueue(done).accepted()).isTrue();
      assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** An address that never answers: its backlog is full. */
  private static InetSocketAddress silent(List<SocketChannel> fillers, ServerSocket full)
      throws IOException {
    full.bind(ANY_PORT, 1);
    for (int i = 0; i < 8; i++) {
      SocketChannel filler = SocketChannel.open();
      filler.configureBlocking(false);
      filler.connect(full.getLocalSocketAddress());
      fillers.add(filler);
    }
    return (InetSocketAddress) full.getLocalSocketAddress();
  }

  private static void closeAll(List<SocketChannel> channels) throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  @Test
  void makesAConnectionOverWhichNothingIsLostOrDoubled() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    connect(listener.address(), new Sender(5_000_000, outcomes));

    Connection connection = next(Connection.class);
    assertThat(connection.remote()).isEqualTo(listener.address());
    assertThat(next(String.class)).isEqualTo("all came back");
    assertThat(client.statistics().opened()).isEqualTo(1);
    assertThat(client.statistics().closed()).isEqualTo(1);
  }

  @Test
  void spreadsConnectionsOverTheProcessors() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    List<Integer> processors = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      connect(listener.address(), new Sender(10, outcomes));
      processors.add(next(Connection.class).processor());
      assertThat(next(String.class)).isEqualTo("all came back");
    }
    assertThat(processors).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void notifiesALateListenerOfTheEnd() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    Sender sender = new Sender(10, outcomes);
    sender.whenConnected = Connection::close;
    connect(listener.address(), sender);

    Connection connection = next(Connection.class);
    assertThat(next(String.class)).isEqualTo("lost");
    assertThat(connection.isClosed()).isTrue();
  }

  @Test
  void saysOnceThatItWasRefused() throws Exception {
    TcpListener gone = server.bind(ANY_PORT);
    gone.close();
    settle();

    connect(gone.address(), new Sender(1, outcomes));

    ConnectFailure failure = next(ConnectFailure.class);
    assertThat(failure.reason()).isEqualTo(ConnectFailure.Reason.REFUSED);
    assertThat(failure.address()).isEqualTo(gone.address());
    assertThat(failure.detail()).containsIgnoringCase("refused");
  }

  @Test
  void saysOnceThatAHostIsUnknown() throws Exception {
    connect(InetSocketAddress.createUnresolved("no.such.host", 1), new Sender(1, outcomes));

    assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.UNREACHABLE);
  }

  @Test
  void givesUpWhenTheTimeIsOverAndNotBefore() throws Exception {
    List<SocketChannel> fillers = new ArrayList<>();
    try (ServerSocket full = new ServerSocket()) {
      connect(silent(fillers, full), new Sender(1, outcomes));
      settle();
      clock.advance(TIMEOUT.minusMillis(1));
      settle();
      assertThat(outcomes).isEmpty();

      clock.advance(Duration.ofMillis(100));
      settle();

      assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.TIMED_OUT);
    } finally {
      closeAll(fillers);
    }
  }

  @Test
  void doesNotEndAConnectionWhenTheTimeToMakeItIsOver() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    Sender sender = new Sender(0, outcomes);
    connect(listener.address(), sender);
    Connection connection = next(Connection.class);

    clock.advance(TIMEOUT.multipliedBy(2));
    settle();

    assertThat(connection.isClosed()).isFalse();
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(next(String.class)).isEqualTo("all came back");
  }

  @Test
  void makesNoMoreThanTheLimitUntilAnAttemptFailsOrAConnectionCloses() throws Exception {
    List<SocketChannel> fillers = new ArrayList<>();
    try (ServerSocket full = new ServerSocket()) {
      InetSocketAddress silent = silent(fillers, full);
      for (int i = 0; i < LIMIT; i++) {
        connect(silent, new Sender(1, outcomes));
      }
      settle();
      connect(silent, new Sender(1, outcomes));
      assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.LIMIT);

      clock.advance(TIMEOUT.plusMillis(100));
      settle();

      for (int i = 0; i < LIMIT; i++) {
        assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.TIMED_OUT);
      }
    } finally {
      closeAll(fillers);
    }
    TcpListener listener = server.bind(ANY_PORT);
    for (int i = 0; i < 2 * LIMIT; i++) {
      connect(listener.address(), new Sender(10, outcomes));
      next(Connection.class);
      assertThat(next(String.class)).isEqualTo("all came back");
      settle();
    }
  }

  @Test
  void endsAttemptsWithTheGraph() throws Exception {
    List<SocketChannel> fillers = new ArrayList<>();
    try (ServerSocket full = new ServerSocket()) {
      connect(silent(fillers, full), new Sender(1, outcomes));
      settle();

      assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();

      assertThat(next(ConnectFailure.class).reason()).isEqualTo(ConnectFailure.Reason.STOPPED);
    } finally {
      closeAll(fillers);
    }
    assertThat(client.connect(ANY_PORT, TIMEOUT, new Sender(1, outcomes)))
        .isEqualTo(EnqueueResult.CLOSED);
  }
}
