package benchmarks.gnutella;

import com.typesafe.config.ConfigFactory;
import gnutella.GnutellaConfig;
import gnutella.GnutellaStages;
import gnutella.PeerLimits;
import gnutella.routing.QueueLimits;
import gnutella.routing.RoutingRules;
import gnutella.routing.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import seda.kernel.Clock;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;

/** Packets a second through a router over the loopback interface. */
final class Throughput {
  private static final int ROUTES = 1 << 21;
  private static final int QUEUE_BYTES = 1 << 20;
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Packets, copies, and CPU seconds of the router and of the peers' thread; or rates of these. */
  record Result(
      double received, double routed, double sent, double dropped, double cpu, double loadCpu) {
    private Result rateSince(Result before, double seconds) {
      return new Result(
          (received - before.received) / seconds,
          (routed - before.routed) / seconds,
          (sent - before.sent) / seconds,
          (dropped - before.dropped) / seconds,
          (cpu - before.cpu) / seconds,
          (loadCpu - before.loadCpu) / seconds);
    }
  }

  private Throughput() {}

  /** Measures rates after a warm-up of the same length; broadcasts go to ultrapeers only. */
  static Result measure(int peers, int ultrapeers, Duration time) throws IOException {
    GraphConfig oneProcessor =
        GraphConfig.of(ConfigFactory.parseString("seda.domains.processor.count = 1"));
    StageGraph graph = new StageGraph(Clock.system(), oneProcessor);
    GnutellaStages router = new GnutellaStages(graph, config(peers));
    graph.start();
    try {
      InetSocketAddress address =
          router.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (PeerSwarm swarm = new PeerSwarm(address, peers, ultrapeers)) {
        run(swarm, time);
        long start = System.nanoTime();
        Result before = count(graph, router);
        run(swarm, time);
        double seconds = (System.nanoTime() - start) / 1e9;
        return count(graph, router).rateSince(before, seconds);
      }
    } finally {
      graph.stop(GRACE);
    }
  }

  private static void run(PeerSwarm swarm, Duration time) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    swarm.run(() -> System.nanoTime() - end < 0);
  }

  /** Every ping is broadcast, as by the original; long queues for each peer. */
  static GnutellaConfig config(int peers) {
    RoutingRules rules =
        RoutingRules.defaults()
            .withPings(RoutingRules.Pings.of(0, Duration.ZERO))
            .withMemory(RoutingRules.Memory.of(ROUTES))
            .withPassing(new RoutingRules.Passing(false, false, false))
            .withQueue(new QueueLimits(QUEUE_BYTES, 4 * QUEUE_BYTES));
    return GnutellaConfig.defaults()
        .withPeers(PeerLimits.defaults().withPeers(0, peers).withAddressShare(1))
        .withRouting(rules);
  }

  private static Result count(StageGraph graph, GnutellaStages router) {
    return new Result(
        router.traffic().packets(),
        router.traffic().count(Verdict.ROUTED),
        Arrays.stream(router.neighbours()).mapToLong(peer -> peer.queue().packets()).sum(),
        Arrays.stream(router.neighbours()).mapToLong(peer -> peer.queue().dropped()).sum(),
        graph.domain("processor").orElseThrow().snapshot().cpuNanos() / 1e9,
        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9);
  }
}
