package arashi.front;

import arashi.store.blob.Sha256;
import seda.kernel.Answerable;
import seda.netio.http.HttpExchange;

/**
 * A request whose session this node has not seen lately; the event of the session stage.
 *
 * @param exchange the request
 * @param match where it goes after the look-up
 * @param session hash of the session's token, under which its row is kept
 */
public record SessionLookup(HttpExchange exchange, Route.Match match, Sha256 session)
    implements Answerable {

  /** When the request entered the service, in the clock's nanoseconds. */
  public long arrivedNanos() {
    return exchange.arrivedNanos();
  }

  @Override
  public void shed() {
    exchange.shed();
  }

  @Override
  public void failed(Throwable cause) {
    exchange.failed(cause);
  }
}
