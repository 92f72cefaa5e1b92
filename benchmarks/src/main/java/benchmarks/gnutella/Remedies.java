package benchmarks.gnutella;

import com.typesafe.config.ConfigFactory;
import gnutella.GnutellaConfig;
import gnutella.GnutellaStages;
import gnutella.QueryConfig;
import gnutella.protocol.PacketType;
import gnutella.routing.RoutingRules;
import gnutella.routing.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import seda.kernel.Clock;
import seda.kernel.StageSnapshot;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;

/**
 * The router of Figure 14, over sockets and on threads: queries that cost 20 ms overload one
 * thread, with each remedy of the paper by itself.
 */
final class Remedies {
  static final List<Integer> RATES = List.of(1_000, 10_000);

  private static final double EVERY_READ = Double.POSITIVE_INFINITY;

  /** As in {@code docs/gnutella.md}. */
  static final List<Remedy> ALL =
      List.of(
          new Remedy("none, one thread", "", 0, EVERY_READ),
          admission("a threshold", "kind = threshold, credits = 20"),
          admission("RED", "kind = red, min = 10, max = 40"),
          admission("a rate", "kind = rate, rate = 45, depth = 10"),
          new Remedy("the handler keeps the newest 8", "", 8, EVERY_READ),
          new Remedy("the input rate, 20 reads/s", "", 0, 20),
          sizing("the paper's controller", "queue-threshold"),
          sizing("the default's controller", "throughput"));

  /**
   * A remedy.
   *
   * @param settings of stages and pools
   * @param keep queries of a batch that the handler keeps; 0 for all
   * @param readRate reads a second
   */
  record Remedy(String title, String settings, int keep, double readRate) {}

  /** A remedy under a rate, with the queries a second that were refused or dropped. */
  record Result(
      String title, int rate, PacedPeers.Latencies latencies, double turnedAway, int threads) {}

  private Remedies() {}

  private static Remedy admission(String title, String policy) {
    String settings = "seda.stages.gnutella-query.admission { " + policy + " }";
    return new Remedy(title, settings, 0, EVERY_READ);
  }

  private static Remedy sizing(String title, String kind) {
    String settings = "seda.domains.query { max-threads = 40, sizing.kind = " + kind + " }";
    return new Remedy(title, settings, 0, EVERY_READ);
  }

  static Result run(Remedy remedy, int rate, Duration time) throws IOException {
    String settings = "seda.domains.processor.count = 1\n" + remedy.settings;
    StageGraph graph =
        new StageGraph(Clock.system(), GraphConfig.of(ConfigFactory.parseString(settings)));
    QueryConfig dear = QueryConfig.bottleneck();
    GnutellaConfig config =
        GnutellaConfig.defaults()
            .withRouting(RoutingRules.defaults().withPings(RoutingRules.Pings.of(0, Duration.ZERO)))
            .withQuery(new QueryConfig(dear.cost(), dear.queueCapacity(), remedy.keep))
            .withReadRate(remedy.readRate);
    GnutellaStages router = new GnutellaStages(graph, config);
    graph.start();
    try (PacedPeers peers =
        new PacedPeers(router.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
      PacedPeers.Latencies latencies = peers.run(rate, time);
      StageSnapshot queries = graph.find(GnutellaStages.QUERY_STAGE).orElseThrow().snapshot();
      double turnedAway =
          router.traffic().count(PacketType.QUERY, Verdict.REFUSED) + queries.shed();
      int threads = graph.domain(GnutellaStages.QUERY_POOL).orElseThrow().threads();
      double seconds = time.toNanos() / 1e9;
      return new Result(remedy.title, rate, latencies, turnedAway / seconds, threads);
    } finally {
      graph.stop(Duration.ZERO);
    }
  }
}
