package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.AdmissionController;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** The socket stages under an echo protocol. */
@Timeout(60)
class TcpServerTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final StageGraph graph = new StageGraph(Clock.system());
  private final Set<Integer> processorsUsed = ConcurrentHashMap.newKeySet();
  private TcpServer server;
  private Stage<Connection> echo;

  /** Requests input at once, and more when the echo is queued. */
  static final class Echo implements ConnectionListener {
    Echo(Connection connection) {
      connection.awaitInput();
    }

    static void handle(Connection connection) {
      ByteBuffer input = connection.input();
      if (input != null) {
        ByteBuffer copy = ByteBuffer.allocate(input.remaining()).put(input).flip();
        connection.write(copy);
      }
      if (connection.inputEnded()) {
        connection.closeGracefully();
      } else {
        connection.awaitInput();
      }
    }

    @Override
    public void timedOut() {}

    @Override
    public void writable() {}

    @Override
    public void closed() {}
  }

  @BeforeEach
  void start() {
    Processors processors =
        graph.processors(ProcessorsConfig.named("tcp-test").withCount(3), SelectorSource::open);
    server = new TcpServer(graph, processors, "echo-", TcpConfig.defaults());
    echo = graph.stage(StageConfig.named("echo"), processors);
    echo.handledBy(
        EventHandler.each(
            connection -> {
              processorsUsed.add(Processors.current().index());
              assertThat(Processors.current().index()).isEqualTo(connection.processor());
              Echo.handle(connection);
            }));
    server.serve(Echo::new, echo);
    graph.start();
  }

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(graph.snapshot().stages()).allMatch(stage -> stage.failed() == 0);
    assertThat(server.statistics().open()).isZero();
    assertThat(server.statistics().buffersInUse()).isZero();
  }

  private static Socket connect(TcpListener listener) throws IOException {
    Socket socket = new Socket(listener.address().getAddress(), listener.address().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void assertEchoes(Socket socket, int length) throws Exception {
    byte[] sent = new byte[length];
    new Random(length).nextBytes(sent);
    Thread writer =
        new Thread(
            () -> {
              try {
                socket.getOutputStream().write(sent);
                socket.shutdownOutput();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    writer.start();
    assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
    writer.join();
  }

  @Test
  void spreadsConnectionsOverTheProcessorsInTurn() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    for (int i = 0; i < 6; i++) {
      try (Socket socket = connect(listener)) {
        assertEchoes(socket, 10);
      }
    }
    assertThat(processorsUsed).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void losesAndDoublesNothingOfALongStream() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    try (Socket socket = connect(listener)) {
      assertEchoes(socket, 20_000_000);
    }
  }

  @Test
  void losesAndDoublesNothingWhenTheProtocolsStageTurnsEventsAway() throws Exception {
    int[] turn = new int[1];
    EnqueueResult later =
        new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofMillis(1));
    AdmissionController<Connection> everySecond =
        (connection, serviceClass, credits, queue) ->
            turn[0]++ % 2 == 0 ? later : EnqueueResult.ACCEPTED;
    echo.admission(everySecond);
    TcpListener listener = server.bind(ANY_PORT);
    try (Socket socket = connect(listener)) {
      assertEchoes(socket, 500_000);
    }
  }

  @Test
  void saysWhichAddressItCannotListenOnAndWhy() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);

    assertThatThrownBy(() -> server.bind(listener.address()))
        .isInstanceOf(BindException.class)
        .hasMessageContaining(Integer.toString(listener.address().getPort()))
        .hasMessageContaining("Address already in use");
    assertThatThrownBy(() -> server.bind(InetSocketAddress.createUnresolved("no.such.host", 80)))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("no.such.host");
  }

  @Test
  void listensOnSeveralAddresses() throws Exception {
    TcpListener one = server.bind(ANY_PORT);
    TcpListener two = server.bind(ANY_PORT);
    try (Socket first = connect(one);
        Socket second = connect(two)) {
      assertEchoes(first, 1);
      assertEchoes(second, 2);
    }
  }

  @Test
  void acceptsNothingWhileItIsSuspended() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    try (Socket before = connect(listener)) {
      before.getOutputStream().write(1);
      assertThat(before.getInputStream().read()).isEqualTo(1);
      listener.suspend();
      // open connections continue, which proves that the listener was handled
      for (int i = 0; i < 100; i++) {
        before.getOutputStream().write(i);
        assertThat(before.getInputStream().read()).isEqualTo(i);
      }
      try (Socket during = connect(listener)) {
        during.getOutputStream().write(2);
        for (int i = 0; i < 100; i++) {
          before.getOutputStream().write(i);
          assertThat(before.getInputStream().read()).isEqualTo(i);
        }
        assertThat(server.statistics().opened()).isEqualTo(1);

        listener.resume();

        assertThat(during.getInputStream().read()).isEqualTo(2);
        assertThat(server.statistics().opened()).isEqualTo(2);
      }
    }
  }

  @Test
  void freesThePortWhenItIsClosed() throws Exception {
    TcpListener listener = server.bind(ANY_PORT);
    try (Socket socket = connect(listener)) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);
      listener.close();
      assertEchoes(socket, 100); // open connections continue
    }
    assertThatThrownBy(() -> connect(listener)).isInstanceOf(ConnectException.class);
    server.bind(listener.address()).close();
  }

  @Test
  void refusesToListenBeforeTheGraphRuns() {
    StageGraph idle = new StageGraph(Clock.system());
    Processors processors = idle.processors(ProcessorsConfig.named("idle"), SelectorSource::open);
    TcpServer unstarted = new TcpServer(idle, processors, "", TcpConfig.defaults());

    assertThatThrownBy(() -> unstarted.bind(ANY_PORT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not running");
  }
}
