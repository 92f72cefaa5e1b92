package arashi.front;

import arashi.store.Sha256;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import seda.kernel.Clock;

/**
 * Sessions that this node has seen in the last seconds, so that most requests are routed without
 * the database. The rows decide: a session that ended on another node ends here when its entry
 * expires. Thread-safe.
 */
public final class SessionCache {
  /** A class changes seldom; it only decides how a session's next look-up is queued. */
  private static final Duration CLASS_LIFETIME = Duration.ofHours(1);

  private final Cache<Sha256, User> users;
  private final Cache<Sha256, String> lastClasses;

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
    this.lastClasses =
        Caffeine.newBuilder()
            .expireAfterWrite(CLASS_LIFETIME)
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
    lastClasses.put(user.session(), user.serviceClass());
  }

  /** The class that the session's user had when it was last seen here, or null. */
  String lastClass(Sha256 session) {
    return lastClasses.getIfPresent(session);
  }

  /** The session has ended. */
  public void forget(Sha256 session) {
    users.invalidate(session);
  }
}
