package arashi.front;

import arashi.store.Sha256;
import seda.netio.http.HttpExchange;

/**
 * A request whose session this node has not seen lately; the event of the session stage.
 *
 * @param exchange the request
 * @param match where it goes once it is known who asks
 * @param session hash of the session's token, under which its row is kept
 */
public record SessionLookup(HttpExchange exchange, Route.Match match, Sha256 session) {

  /** When the request entered the service, in the clock's nanoseconds. */
  public long arrivedNanos() {
    return exchange.arrivedNanos();
  }
}
