package arashi.front.session;

import arashi.store.blob.Sha256;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.Predicate;
import seda.kernel.Clock;

/**
 * Cache of sessions that this node has seen in the last seconds, which saves most requests the
 * database look-up. The database rows are authoritative: a session that ended on another node ends
 * here when its entry expires. Thread-safe.
 */
public final class SessionCache {
  /** Lifetime of a session's last known user, by which look-ups are classified and refused. */
  private static final Duration LAST_SEEN_LIFETIME = Duration.ofMinutes(15);

  private final Cache<Sha256, User> users;
  private final Cache<Sha256, User> lastSeen;

  /**
   * Creates an empty cache.
   *
   * @param lifetime lifetime of an entry
   * @param maxSessions maximum number of entries
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

  /** Returns the session's user, or null on a miss. */
  public User get(Sha256 session) {
    return users.getIfPresent(session);
  }

  /** Keeps the user of a session that was looked up. */
  public void put(User user) {
    users.put(user.session(), user);
    lastSeen.put(user.session(), user);
  }

  /** Returns the session's last known user, or null; the session may have ended since. */
  public User lastSeen(Sha256 session) {
    return lastSeen.getIfPresent(session);
  }

  /** Invalidates an account's sessions after a change; the next request reads the row again. */
  public void changed(long account) {
    users.asMap().values().removeIf(user -> user.account() == account);
  }

  /** Removes all sessions of an account but one, which have ended. */
  public void forgetOthers(long account, Sha256 kept) {
    forgetIf(user -> user.account() == account && !user.session().equals(kept));
  }

  /** Removes all sessions of an account, which have ended. */
  public void forgetAll(long account) {
    forgetIf(user -> user.account() == account);
  }

  private void forgetIf(Predicate<User> ended) {
    users.asMap().values().removeIf(ended);
    lastSeen.asMap().values().removeIf(ended);
  }

  /** Removes a session that has ended. */
  public void forget(Sha256 session) {
    users.invalidate(session);
    lastSeen.invalidate(session);
  }
}
