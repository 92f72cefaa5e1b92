package gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import gnutella.protocol.Guid;
import gnutella.protocol.Message;
import gnutella.protocol.PacketType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

/** The setting {@code read-rate}, in virtual time. */
@Timeout(120)
class ReadRateTest {
  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private final StageGraph graph =
      new StageGraph(
          clock, GraphConfig.of(ConfigFactory.parseString("seda.domains.processor.count = 1")));
  private final GnutellaStages router =
      new GnutellaStages(graph, TestRouter.config().withReadRate(1));
  private final Stage<CountDownLatch> turns =
      graph.stage(StageConfig.named("turn"), graph.domain("processor").orElseThrow());
  private long sent;

  /** Waits for a number of processor turns, within which sent bytes would have been read. */
  private void awaitTurns() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      CountDownLatch turn = new CountDownLatch(1);
      assertThat(turns.on(0).enqueue(turn).accepted()).isTrue();
      assertThat(turn.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private long came() {
    return router.traffic().count(PacketType.QUERY);
  }

  private void send(Servent servent) throws IOException {
    servent.send(new Message.Query(0, "storm"), new Guid(3, ++sent), 5, 0);
  }

  @Test
  void whatIsMoreThanTheRateWaitsInTheSystemsBuffers() throws Exception {
    turns.handledBy(EventHandler.each(CountDownLatch::countDown));
    graph.start();
    try (Servent servent =
        Servent.connect(router.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
      TestRouter.await(() -> router.peers() == 1);
      for (int i = 0; i < 20; i++) { // all within the first second
        send(servent);
        TestRouter.await(() -> came() == sent);
      }
      clock.advance(Duration.ofMillis(1500));
      for (int i = 0; i < 2; i++) { // from now on reads pause
        send(servent);
        TestRouter.await(() -> came() == sent);
      }

      send(servent);
      awaitTurns();
      assertThat(came()).isEqualTo(sent - 1);

      clock.advance(Duration.ofSeconds(2));
      awaitTurns(); // wakes the processor
      TestRouter.await(() -> came() == sent);
    }
    graph.stop(Duration.ZERO);
  }
}
