package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.EventHandler;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageGraph;
import seda.kernel.VirtualClock;

/** Reads at a rate, in virtual time. */
@Timeout(60)
class ReadPaceTest {
  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));

  /** Reads as fast as it may, with so much time for each read itself; returns reads a second. */
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
    reads(pace, Duration.ofMillis(1), Duration.ofSeconds(30)); // until it has found the pause

    assertThat(reads(pace, Duration.ofMillis(1), Duration.ofSeconds(60))).isBetween(190L, 210L);
  }

  @Test
  void holdsUpNobodyBelowItsRate() {
    ReadPace pace = new ReadPace(clock, 200);

    assertThat(reads(pace, Duration.ofMillis(10), Duration.ofSeconds(30))).isBetween(99L, 101L);
    assertThat(pace.nanosToNext()).isZero();
  }

  @Test
  void holdsUpNobodyIfThereIsNoRate() {
    ReadPace pace = new ReadPace(clock, Double.POSITIVE_INFINITY);

    assertThat(reads(pace, Duration.ofNanos(10_000), Duration.ofSeconds(2))).isEqualTo(100_000);
  }

  @Test
  void letsAServersInputWaitInTheSystemsBuffers() throws Exception {
    StageGraph graph = new StageGraph(clock);
    Processors processors =
        graph.processors(ProcessorsConfig.named("p").withCount(1), SelectorSource::open);
    TcpServer server = new TcpServer(graph, processors, "", TcpConfig.defaults());
    server.readRate(1);
    Stage<Connection> echo = graph.stage(StageConfig.named("echo"), processors);
    echo.handledBy(EventHandler.each(TcpServerTest.Echo::handle));
    server.serve(TcpServerTest.Echo::new, echo);
    Stage<CountDownLatch> ticks = graph.stage(StageConfig.named("tick"), processors);
    ticks.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    TcpListener listener = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    try (Socket socket =
        new Socket(listener.address().getAddress(), listener.address().getPort())) {
      for (int i = 0; i < 20; i++) {
        assertEchoes(socket); // all of them within the first second
      }
      clock.advance(Duration.ofMillis(1500));
      assertEchoes(socket); // from here on there is a pause between reads
      assertEchoes(socket);
      socket.getOutputStream().write(42);
      for (int i = 0; i < 5; i++) {
        CountDownLatch done = new CountDownLatch(1);
        assertThat(ticks.on(0).enqueue(done).accepted()).isTrue();
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(socket.getInputStream().available()).isZero();

      clock.advance(Duration.ofSeconds(2));
      CountDownLatch done = new CountDownLatch(1);
      assertThat(ticks.on(0).enqueue(done).accepted()).isTrue(); // wakes the processor

      assertThat(socket.getInputStream().read()).isEqualTo(42);
    }
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
  }

  private static void assertEchoes(Socket socket) throws IOException {
    socket.getOutputStream().write(1);
    assertThat(socket.getInputStream().read()).isEqualTo(1);
  }
}
