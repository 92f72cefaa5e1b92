package arashi.front.route;

import arashi.front.session.SenderKeys;
import arashi.front.session.SessionCache;
import arashi.front.session.User;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.Session;
import arashi.store.blob.Sha256;
import arashi.store.database.Commits;
import arashi.store.database.StoreException;
import java.time.Duration;
import java.util.Optional;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;

/** Reads a session's row and passes the request on. Runs on the mail-store pool. */
public final class SessionHandler implements EventHandler<SessionLookup> {
  /**
   * Minimum age of a session's last use before it is updated; an update per request would be a
   * write per request.
   */
  private static final Duration TOUCH_AFTER = Duration.ofMinutes(10);

  private final Store store;
  private final SessionCache cache;
  private final SenderKeys keys;
  private final Duration lifetime;
  private final Clock clock;

  /**
   * Creates a handler that fills {@code cache} from {@code store}.
   *
   * @param keys of the found users
   * @param lifetime lifetime of a session after its last use
   */
  public SessionHandler(
      Store store, SessionCache cache, SenderKeys keys, Duration lifetime, Clock clock) {
    this.store = store;
    this.cache = cache;
    this.keys = keys;
    this.lifetime = lifetime;
    this.clock = clock;
  }

  @Override
  public void handle(Batch<SessionLookup> batch) {
    while (batch.hasNext()) {
      SessionLookup lookup = batch.next();
      Optional<User> user = user(lookup);
      if (user.isEmpty()) {
        lookup.next().ended();
        continue;
      }
      lookup.next().found(user.get());
    }
  }

  /**
   * Finds the session's user. During an outage, an admin seen here lately can still open the
   * console's pages, when they are needed most.
   */
  private Optional<User> user(SessionLookup lookup) {
    User justRead = cache.get(lookup.session()); // by a look-up that was queued before this one
    if (justRead != null) {
      return Optional.of(justRead);
    }
    try {
      return user(lookup.session());
    } catch (StoreException e) {
      User last = cache.lastSeen(lookup.session());
      Route route = lookup.match().route();
      if (e.transientFailure()
          && last != null
          && route.audience() == Route.Audience.ADMINS
          && route.method().equals("GET")) {
        return Optional.of(last); // not cached; dispatch checks that it is an admin
      }
      throw e;
    }
  }

  private Optional<User> user(Sha256 token) {
    return store
        .people()
        .sessions()
        .find(token)
        .flatMap(
            session ->
                store
                    .people()
                    .accounts()
                    .byId(session.account())
                    .map(account -> user(session, account)))
        .map(this::remembered);
  }

  private User remembered(User user) {
    cache.put(user);
    return user;
  }

  private User user(Session session, Account account) {
    if (Duration.between(session.lastUsed(), clock.instant()).compareTo(TOUCH_AFTER) > 0) {
      Commits.afterwards( // whatever becomes of this note, the request is another matter
          () -> store.people().sessions().touch(session.tokenHash(), lifetime), false);
    }
    return new User(
        account.id(),
        account.name(),
        account.serviceClass(),
        account.admin(),
        account.quotaBytes(),
        session.csrf(),
        session.tokenHash(),
        account.preferences(),
        keys.ofAccount(account.id()));
  }
}
