package seda.netio.http;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import seda.netio.Addresses;

/**
 * The requests, in progress or coming in, of each client that is behind a proxy. What limits the
 * connections of a client that comes by itself can't limit this one, for its connections are the
 * proxy's. Thread-safe.
 */
final class RequestsOfClients {
  /** One request of a client. */
  record Share(RequestsOfClients clients, Object client) {
    /** The request has ended. */
    void give() {
      clients.requests.computeIfPresent(client, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  private final int limit;
  private final ConcurrentMap<Object, Integer> requests = new ConcurrentHashMap<>();
  private BiFunction<HttpRequest, InetAddress, InetAddress> clientOf = (head, proxy) -> proxy;

  /** At most {@code limit} requests of each client. */
  RequestsOfClients(int limit) {
    this.limit = limit;
  }

  /** Says how the client is found; before the graph starts. */
  void resolvedBy(BiFunction<HttpRequest, InetAddress, InetAddress> resolution) {
    clientOf = resolution;
  }

  /** Whose request this is, as a key to count it under; null if it is the proxy's own. */
  Object clientOf(HttpRequest head, InetAddress proxy) {
    InetAddress address = clientOf.apply(head, proxy);
    return address.equals(proxy) ? null : Addresses.client(address);
  }

  /** Counts a request of a client; null if it has as many as it may have. */
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
