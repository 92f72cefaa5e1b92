package gnutella;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import seda.kernel.Clock;
import seda.kernel.graph.StageGraph;

/** A router on the loopback. */
final class TestRouter implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(10);

  final StageGraph graph = new StageGraph(Clock.system());
  final GnutellaStages stages;
  final InetSocketAddress address;
  final InetSocketAddress status;

  TestRouter(GnutellaConfig config) throws IOException {
    stages = new GnutellaStages(graph, config);
    graph.start();
    address = stages.bind(loopback());
    status = stages.bindStatus(loopback());
    stages.catchPeers();
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  static GnutellaConfig config() {
    return GnutellaConfig.defaults().withPeers(PeerLimits.defaults().withPeers(0, 100));
  }

  /** Connects a servent and waits until it is a peer; no other may come or go meanwhile. */
  Servent connect() throws IOException {
    int before = stages.peers();
    Servent servent = Servent.connect(address);
    await(() -> stages.peers() > before);
    return servent;
  }

  /** Waits for a state without a limit; the test's time-out ends a failing test. */
  static void await(BooleanSupplier state) {
    while (!state.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
      if (Thread.interrupted()) {
        throw new AssertionError("the state that is waited for does not come");
      }
    }
  }

  /** Stops within {@code grace}; false if the router could not finish. */
  boolean stop(Duration grace) {
    return graph.stop(grace);
  }

  /** Stops without a bye. */
  void kill() {
    graph.stop(Duration.ZERO);
  }

  @Override
  public void close() {
    stages.close();
    graph.stop(GRACE);
  }
}
