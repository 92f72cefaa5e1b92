package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

/** Reads at a limited rate, in virtual time. */
@Timeout(60)
class ReadPaceTest {
  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private final StageGraph graph = new StageGraph(clock);
  private Stage<CountDownLatch> ticks;
  private volatile Duration waited;

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
  }

  /** Reads as fast as allowed, with {@code each} for each read; returns reads per second. */
  private long reads(ReadPace pace, Duration each, Duration time) {
    long end = clock.nanos() + time.toNanos();
    long reads = 0;
    while (clock.nanos() < end) {
      clock.advance(Duration.ofNanos(pace.nanosToNext()).plus(each));
      pace.count();
      reads++;
    }
    return reads / time.toSeconds();
  }

  @Test
  void holdsItsRate() {
    ReadPace pace = new ReadPace(clock, 200);
    reads(pace, Duration.ofMillis(1), Duration.ofSeconds(30)); // until the pause has settled

    assertThat(reads(pace, Duration.ofMillis(1), Duration.ofSeconds(60))).isBetween(190L, 210L);
  }

  @Test
  void delaysNoReaderBelowItsRate() {
    ReadPace pace = new ReadPace(clock, 200);

    assertThat(reads(pace, Duration.ofMillis(10), Duration.ofSeconds(30))).isBetween(99L, 101L);
    assertThat(pace.nanosToNext()).isZero();
  }

  @Test
  void delaysNoReaderWithoutARate() {
    ReadPace pace = new ReadPace(clock, Double.POSITIVE_INFINITY);

    assertThat(reads(pace, Duration.ofNanos(10_000), Duration.ofSeconds(2))).isEqualTo(100_000);
  }

  @Test
  void letsAServersInputWaitInTheSystemsBuffers() throws Exception {
    try (Socket socket = serve(TcpConfig.defaults())) {
      assertThat(echoed(socket, new byte[] {1, 1})).isEqualTo(2);
      socket.getOutputStream().write(42);
      rounds(5);
      assertThat(socket.getInputStream().available()).isZero();

      clock.advance(Duration.ofSeconds(2));
      rounds(1); // wakes the processor

      assertThat(socket.getInputStream().read()).isEqualTo(42);
      assertThat(waited).isEqualTo(Duration.ofSeconds(2));
    }
  }

  @Test
  void holdsUpTheStepsOfAStreamAndLosesNothing() throws Exception {
    byte[] stream = new byte[256 << 10]; // several steps of one turn
    new Random(1).nextBytes(stream);
    try (Socket socket = serve(TcpConfig.defaults().withReadBufferBytes(stream.length))) {
      socket.getOutputStream().write(stream);
      CompletableFuture<byte[]> echo =
          CompletableFuture.supplyAsync(() -> read(socket, stream.length));
      rounds(100);
      assertThat(echo).isNotDone();

      while (!echo.isDone()) {
        clock.advance(Duration.ofMillis(100));
        rounds(1);
      }

      assertThat(echo.join()).isEqualTo(stream);
    }
  }

  /** Starts an echo server and connects to it; reads are then one second apart. */
  private Socket serve(TcpConfig config) throws Exception {
    Processors processors =
        graph.processors(ProcessorsConfig.named("p").withCount(1), SelectorSource::open);
    TcpServer server = new TcpServer(graph, processors, "", config);
    server.readRate(1);
    Stage<Connection> echo = graph.stage(StageConfig.named("echo"), processors);
    echo.handledBy(
        EventHandler.each(
            connection -> {
              waited = Duration.ofNanos(clock.nanos() - connection.inputNanos());
              TcpServerTest.Echo.handle(connection);
            }));
    server.serve(TcpServerTest.Echo::new, echo);
    ticks = graph.stage(StageConfig.named("tick"), processors);
    ticks.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    TcpListener listener = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Socket socket = new Socket(listener.address().getAddress(), listener.address().getPort());
    assertThat(echoed(socket, new byte[20])).isEqualTo(20); // all of them within the first second
    clock.advance(Duration.ofMillis(1500));
    return socket;
  }

  /** Sends bytes one by one; returns how many were echoed. */
  private static int echoed(Socket socket, byte[] bytes) throws IOException {
    int echoed = 0;
    for (byte each : bytes) {
      socket.getOutputStream().write(each);
      echoed += socket.getInputStream().read() == each ? 1 : 0;
    }
    return echoed;
  }

  private static byte[] read(Socket socket, int count) {
    try {
      return socket.getInputStream().readNBytes(count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the processor run through its loop. */
  private void rounds(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      CountDownLatch done = new CountDownLatch(1);
      assertThat(ticks.on(0).enqueue(done).accepted()).isTrue();
      assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }
}
