package arashi.front;

import arashi.store.blob.Sha256;
import seda.kernel.Answerable;
import seda.netio.http.HttpExchange;

/**
 * A request whose session this node has not seen lately; the event of the session stage.
 *
 * @param exchange the request
 * @param match where it goes after the look-up
 * @param next goes on after the look-up
 * @param session hash of the session's token, under which its row is kept
 */
public record SessionLookup(HttpExchange exchange, Route.Match match, Sha256 session, Next next)
    implements Answerable {

  /** What follows the look-up of a session. Must not block. */
  interface Next {
    /** It is this user's. */
    void found(User user);

    /** There is no such session. */
    void ended();
  }

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
