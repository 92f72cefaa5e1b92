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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import seda.kernel.Clock;
import seda.kernel.StageSnapshot;
import seda.kernel.config.GraphConfig;
import seda.kernel.graph.StageGraph;

/**
 * The router of Figure 14 itself, over sockets and on threads: queries that cost 20 ms, more than
 * one thread can do, and against that each remedy of the paper by itself.
 */
final class Remedies {
  static final List<Integer> RATES = List.of(1_000, 10_000);

  private static final String ADMISSION = "seda.stages.gnutella-query.admission ";
  private static final String POOL = "seda.domains.query ";
  private static final double EVERY_READ = Double.POSITIVE_INFINITY;

  /** All of them, as {@code docs/gnutella.md} has them. */
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

  /**
   * What is done against too many queries.
   *
   * @param settings of stages and domains
   * @param keep queries of a batch that the handler keeps; 0 for all
   * @param readRate reads a second
   */
  record Remedy(String title, String settings, int keep, double readRate) {}

  /**
   * The result of a remedy under a rate.
   *
   * @param turnedAway queries a second that were refused or dropped
   */
  record Result(
      String title, int rate, PacedPeers.Latencies latencies, double turnedAway, int threads) {}

  private Remedies() {}

  static List<Result> run(Duration time, Consumer<String> each) throws IOException {
    List<Result> results = new ArrayList<>();
    for (Remedy remedy : ALL) {
      for (int rate : RATES) {
        each.accept(remedy.title());
        results.add(run(remedy, rate, time));
      }
    }
    return results;
  }

  static Result run(Remedy remedy, int rate, Duration time) throws IOException {
    StageGraph graph =
        new StageGraph(
            Clock.system(),
            GraphConfig.of(
                ConfigFactory.parseString(
                    "seda.domains.processor.count = 1\n" + remedy.settings())));
    GnutellaStages router = new GnutellaStages(graph, config(remedy));
    graph.start();
    try (PacedPeers peers =
        new PacedPeers(router.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
      PacedPeers.Latencies latencies = peers.run(rate, time);
      StageSnapshot queries = graph.find(GnutellaStages.QUERY_STAGE).orElseThrow().snapshot();
      double turnedAway =
          router.traffic().count(PacketType.QUERY, Verdict.REFUSED) + queries.shed();
      int threads = graph.domain(GnutellaStages.QUERY_POOL).orElseThrow().threads();
      return new Result(
          remedy.title(), rate, latencies, turnedAway * 1e9 / time.toNanos(), threads);
    } finally {
      graph.stop(Duration.ZERO);
    }
  }

  private static GnutellaConfig config(Remedy remedy) {
    QueryConfig dear = QueryConfig.bottleneck();
    return GnutellaConfig.defaults()
        .withRouting(RoutingRules.defaults().withPings(RoutingRules.Pings.of(0, Duration.ZERO)))
        .withQuery(new QueryConfig(dear.cost(), dear.queueCapacity(), remedy.keep()))
        .withReadRate(remedy.readRate());
  }
}
