package arashi.front.session;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Lifetime and cache of sessions.
 *
 * @param lifetime lifetime of an unused session
 * @param cacheTime time for which a node trusts a cached session
 * @param cacheSize maximum number of cached sessions
 */
public record SessionLimits(Duration lifetime, Duration cacheTime, int cacheSize) {

  /** Checks the values. */
  public SessionLimits {
    if (lifetime.isNegative() || lifetime.isZero()) {
      throw new IllegalArgumentException(
          "mail.session.lifetime = " + lifetime + ", must be positive");
    }
    if (cacheTime.isNegative()) {
      throw new IllegalArgumentException(
          "mail.session.cache-time = " + cacheTime + ", must not be negative");
    }
    if (cacheSize < 1) {
      throw new IllegalArgumentException(
          "mail.session.cache-size = " + cacheSize + ", must be at least 1");
    }
  }

  /** Reads {@code mail.session}. */
  public static SessionLimits of(Config config) {
    return new SessionLimits(
        config.getDuration("mail.session.lifetime"),
        config.getDuration("mail.session.cache-time"),
        config.getInt("mail.session.cache-size"));
  }
}
