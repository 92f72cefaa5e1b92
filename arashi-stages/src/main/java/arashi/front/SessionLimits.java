package arashi.front;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How long sessions live.
 *
 * @param lifetime how long a session lasts unused
 * @param cacheTime how long a node believes a session without asking the database
 * @param cacheSize sessions that a node remembers
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
