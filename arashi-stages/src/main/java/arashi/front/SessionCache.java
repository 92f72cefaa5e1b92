package arashi.front;

import arashi.store.blob.Sha256;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.Predicate;
import seda.kernel.Clock;

/**
 * Sessions that this node has seen in the last seconds, so that most requests are routed without
 * the database. The rows decide: a session that ended on another node ends here when its entry
 * expires. Thread-safe.
 */
public final class SessionCache {
  /**
   * For how long it matters who a session's user was, to queue its next look-up or to refuse it.
   */
  private static final Duration LAST_SEEN_LIFETIME = Duration.ofMinutes(15);

  private final Cache<Sha256, User> users;
  private final Cache<Sha256, User> lastSeen;

  /**
   * An empty cache.
   *
   * @param lifetime how long an entry is believed
   * @param maxSessions entries kept at once
   */
  public SessionCache(Duration lifetime, int maxSessions, Clock clock) {
    this.users =
        Caffeine.newBuilder()
            .expireAfterWrite(lifetime)
            .maximumSize(maxSessions)
            .ticker(clock::nanos)
            .build();
    this.lastSeen =
        Caffeine.newBuilder()
            .expireAfterWrite(LAST_SEEN_LIFETIME)
            .maximumSize(maxSessions)
            .ticker(clock::nanos)
            .build();
  }

  /** The session's user, or null if it is not known here. */
  User get(Sha256 session) {
    return users.getIfPresent(session);
  }

  void put(User user) {
    users.put(user.session(), user);
    lastSeen.put(user.session(), user);
  }

  /** The session's user when it was last seen here, or null; the session may have ended since. */
  User lastSeen(Sha256 session) {
    return lastSeen.getIfPresent(session);
  }

  /** What is known of an account has changed: its sessions are read again. */
  public void changed(long account) {
    users.asMap().values().removeIf(user -> user.account() == account);
  }

  /** All sessions of an account but one have ended. */
  public void forgetOthers(long account, Sha256 kept) {
    forgetIf(user -> user.account() == account && !user.session().equals(kept));
  }

  /** All sessions of an account have ended. */
  public void forgetAll(long account) {
    forgetIf(user -> user.account() == account);
  }

  private void forgetIf(Predicate<User> ended) {
    users.asMap().values().removeIf(ended);
    lastSeen.asMap().values().removeIf(ended);
  }

  /** The session has ended. */
  public void forget(Sha256 session) {
    users.invalidate(session);
    lastSeen.invalidate(session);
  }
}
