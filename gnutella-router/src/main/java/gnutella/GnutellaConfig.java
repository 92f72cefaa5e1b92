package gnutella;

import gnutella.protocol.Host;
import gnutella.routing.RoutingRules;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What can be set for a router, besides domains and stages.
 *
 * @param userAgent what peers are told of us
 * @param own where peers can connect to us; empty for the address that we listen on
 * @param peers limits of connections
 * @param routing rules of routing
 * @param query how queries wait; empty if they don't
 * @param catcher how connections are caught
 * @param readRate reads a second from all accepted connections together; infinite for no limit
 * @param log file to which a line of figures is added each second, if any
 */
public record GnutellaConfig(
    String userAgent,
    Optional<Host> own,
    PeerLimits peers,
    RoutingRules routing,
    Optional<QueryConfig> query,
    HostCatcherConfig catcher,
    double readRate,
    Optional<Path> log) {

  /** Checks the values. */
  public GnutellaConfig {
    if (!userAgent.matches("[ -~]+")) {
      throw new IllegalArgumentException(
          "user-agent = " + userAgent + ", must be printable ASCII and not empty");
    }
    if (!(readRate > 0)) {
      throw new IllegalArgumentException("read-rate = " + readRate + ", must be more than zero");
    }
  }

  /** The defaults of the parts. */
  public static GnutellaConfig defaults() {
    return new GnutellaConfig(
        "Arashi/0.1",
        Optional.empty(),
        PeerLimits.defaults(),
        RoutingRules.defaults(),
        Optional.empty(),
        HostCatcherConfig.defaults(),
        Double.POSITIVE_INFINITY,
        Optional.empty());
  }

  /** The same with an address of our own. */
  public GnutellaConfig withOwn(Host host) {
    return new GnutellaConfig(
        userAgent, Optional.of(host), peers, routing, query, catcher, readRate, log);
  }

  /** The same with other limits of connections. */
  public GnutellaConfig withPeers(PeerLimits limits) {
    return new GnutellaConfig(userAgent, own, limits, routing, query, catcher, readRate, log);
  }

  /** The same with other rules. */
  public GnutellaConfig withRouting(RoutingRules rules) {
    return new GnutellaConfig(userAgent, own, peers, rules, query, catcher, readRate, log);
  }

  /** The same with queries that wait. */
  public GnutellaConfig withQuery(QueryConfig waiting) {
    return new GnutellaConfig(
        userAgent, own, peers, routing, Optional.of(waiting), catcher, readRate, log);
  }

  /** The same with another way to connections. */
  public GnutellaConfig withCatcher(HostCatcherConfig other) {
    return new GnutellaConfig(userAgent, own, peers, routing, query, other, readRate, log);
  }

  /** The same with a limit of reads a second. */
  public GnutellaConfig withReadRate(double perSecond) {
    return new GnutellaConfig(userAgent, own, peers, routing, query, catcher, perSecond, log);
  }

  /** The same with a file of figures. */
  public GnutellaConfig withLog(Path file) {
    return new GnutellaConfig(
        userAgent, own, peers, routing, query, catcher, readRate, Optional.of(file));
  }
}
