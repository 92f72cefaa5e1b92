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
 * The router of Figure 14, over sockets and on threads: queries that cost 20 ms, more than one
 * thread can do, with each remedy of the paper by itself.
 */
final class Remedies {
  static final List<Integer> RATES = List.of(1_000, 10_000);

  private static final String ADMISSION = "seda.stages.gnutella-query.admission ";
  private static final String POOL = "seda.domains.query ";
  private static final double EVERY_READ = Double.POSITIVE_INFINITY;

  /** As in {@code docs/gnutella.md}. */
  static final List<Remedy> ALL =
      List.of(
          new Remedy("none, one thread", "", 0, EVERY_READ),
          new Remedy(
              "a threshold", ADMISSION + "{ kind = threshold, credits = 20 }", 0, EVERY_READ),
          new Remedy("RED", ADMISSION + "{ kind = red, min = 10, max = 40 }", 0, EVERY_READ),
          new Remedy("a rate", ADMISSION + "{ kind = rate, rate = 45, depth = 10 }", 0, EVERY_READ),
          new Remedy("the handler keeps the newest 8", "", 8, EVERY_READ),
          new Remedy("the input rate, 20 reads/s", "", 0, 20),
          new Remedy(
              "the paper's controller",
              POOL + "{ max-threads = 40, sizing.kind = queue-threshold }",
              0,
              EVERY_READ),
          new Remedy(
              "the default's controller",
              POOL + "{ max-threads = 40, sizing.kind = throughput }",
              0,
              EVERY_READ));

  /** Settings of stages, queries of a batch that the handler keeps (0 for all), reads a second. */
  record Remedy(String title, String settings, int keep, double readRate) {}

  /** A remedy under a rate, with the queries a second that were refused or dropped. */
  record Result(
      String title, int rate, PacedPeers.Latencies latencies, double turnedAway, int threads) {}

  private Remedies() {}

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
