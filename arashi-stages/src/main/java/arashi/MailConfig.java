package arashi;

import arashi.request.login.LoginLimits;
import arashi.request.search.SearchLimits;
import arashi.request.showmessage.ImageLimits;
import arashi.target.ClassRules;
import arashi.target.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/**
 * What can be set for the mail service.
 *
 * @param publicOrigin the origin under which browsers see the service ({@code
 *     https://mail.example}) if there is a proxy in front of it; else empty
 * @param zone the zone in which dates are shown
 * @param pageSize messages on a page of a list
 * @param storeThreads threads of the mail-store pool, each with one connection to the database
 * @param passwordThreads threads that check passwords
 * @param queueCapacity requests that may wait in each request stage
 * @param loginQueueCapacity logins that may wait
 * @param returnsPerSecond of those of a class who are turned away, how many are told to come back
 *     in the same second
 * @param aimdSpeed how many times as fast as that of the paper this service is but for its logins,
 *     for the paper's response-time controller
 * @param sessionLifetime how long a session lasts unused
 * @param sessionCacheTime how long a node believes a session without asking the database
 * @param sessionCacheSize sessions that a node remembers
 * @param trustedProxies networks of proxies that are believed when they say for whom they ask
 * @param classRules classes of requests before it is known who makes them
 * @param login failed logins that are allowed
 * @param search what one search may cost
 * @param maxMailBytes the largest mail that is read whole
 * @param heldMailBytes all mails together that are read whole at the same time for attachments,
 *     originals and headers
 * @param images how much is shown of the images in mails
 * @param spoolDirectory where large answers wait for slow clients
 * @param spoolThreshold answers up to this many bytes wait in memory
 * @param spoolBytes all large answers that wait together
 * @param assetCacheBytes memory of the page cache
 * @param metricsAllow networks from which {@code /metrics} may be read
 */
public record MailConfig(
    String publicOrigin,
    ZoneId zone,
    int pageSize,
    int storeThreads,
    int passwordThreads,
    int queueCapacity,
    int loginQueueCapacity,
    int returnsPerSecond,
    double aimdSpeed,
    Duration sessionLifetime,
    Duration sessionCacheTime,
    int sessionCacheSize,
    List<Network> trustedProxies,
    ClassRules classRules,
    LoginLimits login,
    SearchLimits search,
    long maxMailBytes,
    long heldMailBytes,
    ImageLimits images,
    Path spoolDirectory,
    int spoolThreshold,
    long spoolBytes,
    long assetCacheBytes,
    List<Network> metricsAllow) {

  /** Checks the values. */
  public MailConfig {
    trustedProxies = List.copyOf(trustedProxies);
    metricsAllow = List.copyOf(metricsAllow);
    atLeastOne("page-size", pageSize);
    atLeastOne("store-threads", storeThreads);
    atLeastOne("login.threads", passwordThreads);
    atLeastOne("queue-capacity", queueCapacity);
    atLeastOne("login.queue-capacity", loginQueueCapacity);
    atLeastOne("returns-per-second", returnsPerSecond);
    atLeastOne("session.cache-size", sessionCacheSize);
    atLeastOne("max-mail-size", maxMailBytes);
    atLeastOne("asset-cache", assetCacheBytes);
    holdsAMail("held-mails-size", heldMailBytes, maxMailBytes);
    holdsAMail("spool-size", spoolBytes, maxMailBytes);
    if (!(aimdSpeed >= 0.001 && aimdSpeed <= 1_000)) {
      throw new IllegalArgumentException(
          "mail.aimd-speed = " + aimdSpeed + ", must be from 0.001 to 1000");
    }
    if (pageSize > 500) {
      throw new IllegalArgumentException("mail.page-size = " + pageSize + ", must be at most 500");
    }
    if (spoolThreshold < 0) {
      throw new IllegalArgumentException(
          "mail.spool-threshold = " + spoolThreshold + ", must not be negative");
    }
    if (sessionLifetime.isNegative() || sessionLifetime.isZero()) {
      throw new IllegalArgumentException(
          "mail.session.lifetime = " + sessionLifetime + ", must be positive");
    }
    if (sessionCacheTime.isNegative()) {
      throw new IllegalArgumentException(
          "mail.session.cache-time = " + sessionCacheTime + ", must not be negative");
    }
  }

  private static void holdsAMail(String key, long value, long maxMailBytes) {
    if (value < maxMailBytes) {
      throw new IllegalArgumentException(
          "mail." + key + " = " + value + ", must be at least max-mail-size = " + maxMailBytes);
    }
  }

  private static void atLeastOne(String key, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("mail." + key + " = " + value + ", must be at least 1");
    }
  }

  /** True if browsers reach the service by HTTPS. */
  public boolean secure() {
    return publicOrigin.startsWith("https://");
  }
}
