package arashi.front;

import arashi.store.Account;
import arashi.store.Session;
import arashi.store.Sha256;
import arashi.store.Store;
import arashi.store.StoreException;
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
      Optional<User> user = user(lookup);
      if (user.isEmpty()) {
        router.sessionEnded(lookup.exchange());
        continue;
      }
      router.dispatch(lookup.exchange(), user.get(), lookup.match());
    }
  }

  /**
   * While the database does not answer, an admin who was seen here lately may still see how the
   * service is: that is when it matters.
   */
  private Optional<User> user(SessionLookup lookup) {
    try {
      return user(lookup.session());
    } catch (StoreException e) {
      User last = cache.lastSeen(lookup.session());
      Route route = lookup.match().route();
      if (e.transientFailure()
          && last != null
          && route.audience() == Route.Audience.ADMINS
          && route.method().equals("GET")) {
        return Optional.of(last); // not believed any longer than this: dispatch asks if an admin
      }
      throw e;
    }
  }

  private Optional<User> user(Sha256 token) {
    return store
        .sessions()
        .find(token)
        .flatMap(
            session ->
                store.accounts().byId(session.account()).map(account -> user(session, account)))
        .map(this::remembered);
  }

  private User remembered(User user) {
    cache.put(user);
    return user;
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
