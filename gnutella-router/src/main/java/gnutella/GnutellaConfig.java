package gnutella;

import gnutella.protocol.Host;
import gnutella.routing.RoutingRules;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import seda.netio.http.AllowedHosts;

/**
 * Configuration of a router, except for domains and stages.
 *
 * @param userAgent name sent to peers
 * @param own address that peers can connect to; empty for the listener's address
 * @param peers limits of connections
 * @param routing rules of routing
 * @param query queueing of queries; empty for none
 * @param catcher how connections are caught
 * @param readRate limit of reads per second over all accepted connections; infinite for none
 * @param statusHosts host names of the status page, besides those that are always allowed; requests
 *     for others are refused, see {@link AllowedHosts}
 * @param log file to which a line of figures is appended each second, if any
 */
public record GnutellaConfig(
    String userAgent,
    Optional<Host> own,
    PeerLimits peers,
    RoutingRules routing,
    Optional<QueryConfig> query,
    HostCatcherConfig catcher,
    double readRate,
    Set<String> statusHosts,
    Optional<Path> log) {

  public GnutellaConfig {
    if (!userAgent.matches("[ -~]+")) {
      throw new IllegalArgumentException(
          "user-agent = " + userAgent + ", must be printable ASCII and not empty");
    }
    statusHosts = Set.copyOf(statusHosts);
    allowedHosts(statusHosts);
    if (!(readRate > 0)) {
      throw new IllegalArgumentException("read-rate = " + readRate + ", must be more than zero");
    }
  }

  /** Returns the defaults of all parts. */
  public static GnutellaConfig defaults() {
    return new GnutellaConfig(
        "Arashi/0.1",
        Optional.empty(),
        PeerLimits.defaults(),
        RoutingRules.defaults(),
        Optional.empty(),
        HostCatcherConfig.defaults(),
        Double.POSITIVE_INFINITY,
        Set.of(),
        Optional.empty());
  }

  /** Returns a copy with other limits of connections. */
  public GnutellaConfig withPeers(PeerLimits limits) {
    return new GnutellaConfig(
        userAgent, own, limits, routing, query, catcher, readRate, statusHosts, log);
  }

  /** Returns a copy with other routing rules. */
  public GnutellaConfig withRouting(RoutingRules rules) {
    return new GnutellaConfig(
        userAgent, own, peers, rules, query, catcher, readRate, statusHosts, log);
  }

  /** Returns a copy that queues queries. */
  public GnutellaConfig withQuery(QueryConfig waiting) {
    return new GnutellaConfig(
        userAgent, own, peers, routing, Optional.of(waiting), catcher, readRate, statusHosts, log);
  }

  /** Returns a copy with another host catcher configuration. */
  public GnutellaConfig withCatcher(HostCatcherConfig other) {
    return new GnutellaConfig(
        userAgent, own, peers, routing, query, other, readRate, statusHosts, log);
  }

  /** Returns a copy with a limit of reads per second. */
  public GnutellaConfig withReadRate(double perSecond) {
    return new GnutellaConfig(
        userAgent, own, peers, routing, query, catcher, perSecond, statusHosts, log);
  }

  /** Returns a copy with host names of the status page. */
  public GnutellaConfig withStatusHosts(Set<String> names) {
    return new GnutellaConfig(userAgent, own, peers, routing, query, catcher, readRate, names, log);
  }

  /** The host names of the status page. */
  AllowedHosts allowedHosts() {
    return allowedHosts(statusHosts);
  }

  private static AllowedHosts allowedHosts(Set<String> names) {
    return AllowedHosts.of(
        names, "status-hosts", "Its operator can allow the name: setting status-hosts.");
  }
}
