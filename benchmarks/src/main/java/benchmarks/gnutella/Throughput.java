package benchmarks.gnutella;

import com.typesafe.config.ConfigFactory;
import gnutella.GnutellaConfig;
import gnutella.GnutellaStages;
import gnutella.PeerLimits;
import gnutella.routing.Neighbour;
import gnutella.routing.QueueLimits;
import gnutella.routing.RoutingRules;
import gnutella.routing.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;

/** Packets a second through a router over the loopback, its peers on the same machine. */
final class Throughput {
  private static final int ROUTES = 1 << 21;
  private static final int QUEUE_BYTES = 1 << 20;
  private static final Duration GRACE = Duration.ofSeconds(5);

  /**
   * What was measured, a second.
   *
   * @param received packets that came
   * @param routed of those, that were sent on
   * @param sent copies that were put into queues
   * @param dropped copies for which there was no room
   * @param cpu of the router's threads, in seconds
   * @param loadCpu of the peers' thread, in seconds
   */
  record Result(
      double received, double routed, double sent, double dropped, double cpu, double loadCpu) {}

  private record Counts(
      long nanos, long received, long routed, long sent, long dropped, long cpu, long loadCpu) {
    Result since(Counts before) {
      double seconds = (nanos - before.nanos) / 1e9;
      return new Result(
          (received - before.received) / seconds,
          (routed - before.routed) / seconds,
          (sent - before.sent) / seconds,
          (dropped - before.dropped) / seconds,
          (cpu - before.cpu) / 1e9 / seconds,
          (loadCpu - before.loadCpu) / 1e9 / seconds);
    }
  }

  private Throughput() {}

  /**
   * Measures.
   *
   * @param processors threads of the router
   * @param ultrapeers of the peers; to the others nothing is broadcast
   */
  static Result measure(int processors, int peers, int ultrapeers, Duration warmUp, Duration time)
      throws IOException {
    StageGraph graph =
        new StageGraph(
            Clock.system(),
            GraphConfig.of(
                ConfigFactory.parseString("seda.domains.processor.count = " + processors)));
    GnutellaStages router = new GnutellaStages(graph, config(peers));
    graph.start();
    try {
      InetSocketAddress address =
          router.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (PeerSwarm swarm = new PeerSwarm(address, peers, ultrapeers)) {
        run(swarm, warmUp);
        Counts before = count(graph, router);
        run(swarm, time);
        return count(graph, router).since(before);
      }
    } finally {
      graph.stop(GRACE);
    }
  }

  private static void run(PeerSwarm swarm, Duration time) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    swarm.run(() -> System.nanoTime() - end < 0);
  }

  /** As the original was: every ping is broadcast. What may wait for a peer is much. */
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

  private static Counts count(StageGraph graph, GnutellaStages router) {
    long sent = 0;
    long dropped = 0;
    for (Neighbour neighbour : router.neighbours()) {
      sent += neighbour.queue().packets();
      dropped += neighbour.queue().dropped();
    }
    long cpu =
        graph.snapshot().domains().stream()
            .filter(domain -> domain.name().equals("processor"))
            .mapToLong(domain -> domain.cpuNanos())
            .sum();
    return new Counts(
        System.nanoTime(),
        router.traffic().packets(),
        router.traffic().count(Verdict.ROUTED),
        sent,
        dropped,
        cpu,
        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }
}
