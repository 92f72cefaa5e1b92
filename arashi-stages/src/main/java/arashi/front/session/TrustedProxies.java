package arashi.front.session;

import arashi.target.Network;
import java.net.InetAddress;
import java.util.List;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/**
 * Determines the client's address behind trusted proxies. A proxied request comes from the proxy's
 * address. If that proxy is trusted, the last entry of {@code X-Forwarded-For} is the peer it saw.
 * Entries before those of trusted proxies may be forged and are ignored. Any thread; never blocks.
 */
public final class TrustedProxies {
  private static final String FORWARDED_FOR = "X-Forwarded-For";

  private static final String FORWARDED_PROTO = "X-Forwarded-Proto";

  private final List<Network> networks;

  /** Trusts proxies in these networks. */
  public TrustedProxies(List<Network> networks) {
    this.networks = List.copyOf(networks);
  }

  /** Returns the client of a request. */
  public InetAddress clientOf(HttpExchange exchange) {
    return clientOf(exchange.request(), exchange.remote().getAddress());
  }

  /** Returns the client of a request that {@code peer} sent. */
  public InetAddress clientOf(HttpRequest request, InetAddress peer) {
    if (!isTrusted(peer)) {
      return peer;
    }
    String[] hops = String.join(",", request.headerAll(FORWARDED_FOR)).split(",", -1);
    InetAddress client = peer;
    for (int i = hops.length - 1; i >= 0 && isTrusted(client); i--) {
      InetAddress before = Network.literal(withoutPort(hops[i].strip()));
      if (before == null) {
        break; // "unknown" or malformed: the reporting hop is the best answer
      }
      client = before;
    }
    return client;
  }

  /** True if a client came by HTTPS to a trusted proxy, which sent the request. */
  public boolean cameByHttps(HttpRequest request, InetAddress peer) {
    String protocol = request.header(FORWARDED_PROTO);
    return protocol != null && protocol.strip().equalsIgnoreCase("https") && isTrusted(peer);
  }

  /** True for the address of a trusted proxy. */
  public boolean isTrusted(InetAddress address) {
    for (Network network : networks) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** Some proxies write {@code 192.0.2.1:4711} or {@code [2001:db8::1]:4711}. */
  private static String withoutPort(String hop) {
    int bracket = hop.indexOf(']');
    if (hop.startsWith("[") && bracket > 0) {
      return hop.substring(1, bracket);
    }
    int colon = hop.indexOf(':');
    return colon > 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
  }
}
