package arashi.remote;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Configuration of remote content.
 *
 * @param enabled false disables all fetches
 * @param threads concurrent fetches of all accounts
 * @param queueCapacity requests that may wait for a thread
 * @param ofAccount concurrent fetches of one account
 * @param perMinute fetches of one account per minute
 * @param imagesOfMail images shown per mail
 * @param linkLifetime lifetime of a page's image addresses
 * @param cacheBytes memory of the image cache
 * @param cacheTime lifetime of a cached image
 * @param fetch limits of one fetch
 */
public record RemoteConfig(
    boolean enabled,
    int threads,
    int queueCapacity,
    int ofAccount,
    int perMinute,
    int imagesOfMail,
    Duration linkLifetime,
    long cacheBytes,
    Duration cacheTime,
    FetchLimits fetch) {

  /** Checks the values. */
  public RemoteConfig {
    atLeast(1, "threads", threads);
    atLeast(1, "queue-capacity", queueCapacity);
    atLeast(1, "of-account", ofAccount);
    atLeast(1, "per-minute", perMinute);
    atLeast(0, "images-of-mail", imagesOfMail);
    atLeast(0, "cache-size", cacheBytes);
    positive("link-lifetime", linkLifetime);
    positive("cache-time", cacheTime);
  }

  static void atLeast(int least, String key, long value) {
    if (value < least) {
      throw new IllegalArgumentException(
          "mail.remote." + key + " = " + value + ", must be at least " + least);
    }
  }

  private static void positive(String key, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          "mail.remote." + key + " = " + value + ", must be above 0 and up to a year");
    }
  }

  /** Reads {@code mail.remote}. */
  public static RemoteConfig of(Config config) {
    Config remote = config.getConfig("mail.remote");
    return new RemoteConfig(
        remote.getBoolean("enabled"),
        remote.getInt("threads"),
        remote.getInt("queue-capacity"),
        remote.getInt("of-account"),
        remote.getInt("per-minute"),
        remote.getInt("images-of-mail"),
        remote.getDuration("link-lifetime"),
        remote.getBytes("cache-size"),
        remote.getDuration("cache-time"),
        FetchLimits.of(remote));
  }
}
