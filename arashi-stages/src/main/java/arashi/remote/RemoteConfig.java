package arashi.remote;

import com.typesafe.config.Config;
import java.time.Duration;
import seda.kernel.Limit;

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
    Limit.atLeast("mail.remote.threads", threads, 1);
    Limit.atLeast("mail.remote.queue-capacity", queueCapacity, 1);
    Limit.atLeast("mail.remote.of-account", ofAccount, 1);
    Limit.atLeast("mail.remote.per-minute", perMinute, 1);
    Limit.atLeast("mail.remote.images-of-mail", imagesOfMail, 0);
    Limit.atLeast("mail.remote.cache-size", cacheBytes, 0);
    Limit.positive("mail.remote.link-lifetime", linkLifetime);
    Limit.positive("mail.remote.cache-time", cacheTime);
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
