package arashi.front;

import arashi.store.Session;
import arashi.store.Store;
import java.util.Optional;
import seda.kernel.Batch;
import seda.kernel.EventHandler;

/** Reads the row of a session and sends the request on. Runs on the mail-store pool. */
public final class SessionHandler implements EventHandler<SessionLookup> {
  private final Store store;
  private final SessionCache cache;
  private final Router router;

  /** A handler that fills {@code cache} from {@code store} and goes on with {@code router}. */
  public SessionHandler(Store store, SessionCache cache, Router router) {
    this.store = store;
    this.cache = cache;
    this.router = router;
  }

  @Override
  public void handle(Batch<SessionLookup> batch) {
    while (batch.hasNext()) {
      SessionLookup lookup = batch.next();
      Optional<Session> session = store.sessions().find(lookup.tokenHash());
      if (session.isEmpty()) {
        router.sessionEnded(lookup.exchange());
        continue;
      }
      User user = user(lookup, session.get());
      cache.put(user);
      router.dispatch(lookup.exchange(), user, lookup.match());
    }
  }

  private static User user(SessionLookup lookup, Session session) {
    return new User(
        session.account(),
        session.accountName(),
        session.serviceClass(),
        session.admin(),
        session.csrf(),
        lookup.key());
  }
}
