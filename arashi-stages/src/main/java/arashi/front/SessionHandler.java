package arashi.front;

import arashi.store.Account;
import arashi.store.Session;
import arashi.store.Sha256;
import arashi.store.Store;
import java.time.Duration;
import java.util.Optional;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;

/** Reads the row of a session and sends the request on. Runs on the mail-store pool. */
public final class SessionHandler implements EventHandler<SessionLookup> {
  /** Noting each use would be a write for each request. */
  private static final Duration TOUCH_AFTER = Duration.ofMinutes(10);

  private final Store store;
  private final SessionCache cache;
  private final Router router;
  private final Duration lifetime;
  private final Clock clock;

  /**
   * A handler that fills {@code cache} from {@code store} and goes on with {@code router}.
   *
   * @param lifetime how long a session that was just used lives on
   */
  public SessionHandler(
      Store store, SessionCache cache, Router router, Duration lifetime, Clock clock) {
    this.store = store;
    this.cache = cache;
    this.router = router;
    this.lifetime = lifetime;
    this.clock = clock;
  }

  @Override
  public void handle(Batch<SessionLookup> batch) {
    while (batch.hasNext()) {
      SessionLookup lookup = batch.next();
      Optional<User> user = user(lookup.session());
      if (user.isEmpty()) {
        router.sessionEnded(lookup.exchange());
        continue;
      }
      cache.put(user.get());
      router.dispatch(lookup.exchange(), user.get(), lookup.match());
    }
  }

  private Optional<User> user(Sha256 token) {
    return store
        .sessions()
        .find(token)
        .flatMap(
            session ->
                store.accounts().byId(session.account()).map(account -> user(session, account)));
  }

  private User user(Session session, Account account) {
    if (Duration.between(session.lastUsed(), clock.instant()).compareTo(TOUCH_AFTER) > 0) {
      store.sessions().touch(session.tokenHash(), lifetime);
    }
    return new User(
        account.id(),
        account.name(),
        account.serviceClass(),
        account.admin(),
        session.csrf(),
        session.tokenHash());
  }
}
