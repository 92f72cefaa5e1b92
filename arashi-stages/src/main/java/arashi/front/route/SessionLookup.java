package arashi.front.route;

import arashi.front.session.User;
import arashi.store.blob.Sha256;
import seda.kernel.Answerable;
import seda.netio.http.HttpExchange;

/**
 * A request whose session is not cached; the event of the session stage.
 *
 * @param exchange the request
 * @param match route after the look-up
 * @param next continuation after the look-up
 * @param session hash of the session's token, the key of its row
 */
public record SessionLookup(HttpExchange exchange, Route.Match match, Sha256 session, Next next)
    implements Answerable {

  /** Continuation of a session look-up. Must not block. */
  interface Next {
    /** The session belongs to this user. */
    void found(User user);

    /** The session does not exist. */
    void ended();
  }

  /** Arrival of the request, in the clock's nanoseconds. */
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

  @Override
  public boolean isAbandoned() {
    return exchange.isAbandoned();
  }
}
