package seda.netio.http;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import seda.netio.Addresses;

/**
 * Counts the requests, in progress or being received, of each client behind a proxy. Limits on
 * connections cannot bound such a client, because the connections are the proxy's. Thread-safe.
 */
final class RequestsOfClients {
  /** One counted request of a client. */
  record Share(RequestsOfClients clients, Object client) {
    void give() {
      clients.requests.computeIfPresent(client, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  private final int limit;
  private final ConcurrentMap<Object, Integer> requests = new ConcurrentHashMap<>();
  private BiFunction<HttpRequest, InetAddress, InetAddress> clientOf = (head, proxy) -> proxy;

  /** Creates counters with a limit per client. */
  RequestsOfClients(int limit) {
    this.limit = limit;
  }

  /** Sets the function that finds the client, before the graph starts. */
  void resolvedBy(BiFunction<HttpRequest, InetAddress, InetAddress> resolution) {
    clientOf = resolution;
  }

  /** Returns the key of the request's client; null if the request is the proxy's own. */
  Object clientOf(HttpRequest head, InetAddress proxy) {
    InetAddress address = clientOf.apply(head, proxy);
    return address.equals(proxy) ? null : Addresses.client(address);
  }

  /** Counts a request of a client; null if the client has reached its limit. */
  Share take(Object client) {
    int count = requests.merge(client, 1, Integer::sum);
    Share share = new Share(this, client);
    if (count > limit) {
      share.give();
      return null;
    }
    return share;
  }
}
