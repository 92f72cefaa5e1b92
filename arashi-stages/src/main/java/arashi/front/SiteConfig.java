package arashi.front;

import arashi.target.Network;
import com.typesafe.config.Config;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;

/**
 * Public address of the service.
 *
 * @param publicOrigin origin in browsers ({@code https://mail.example}) if a proxy is in front of
 *     the service; else empty
 * @param zone zone in which dates are shown
 * @param trustedProxies networks of proxies whose {@code X-Forwarded-For} is trusted
 */
public record SiteConfig(String publicOrigin, ZoneId zone, List<Network> trustedProxies) {

  /** Checks the origin and copies the list. */
  public SiteConfig {
    if (!publicOrigin.isEmpty() && !publicOrigin.matches("https?://[^/\\s]+")) {
      throw new IllegalArgumentException(
          "mail.public-origin = " + publicOrigin + ", must look like https://mail.example");
    }
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Reads {@code mail}. */
  public static SiteConfig of(Config config) {
    return new SiteConfig(
        config.getString("mail.public-origin"),
        zone(config.getString("mail.zone")),
        Network.list(config, "mail.trusted-proxies"));
  }

  private static ZoneId zone(String zone) {
    try {
      return zone.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("mail.zone = " + zone + ", must be like Europe/Berlin", e);
    }
  }

  /** True if browsers reach the service by HTTPS. */
  public boolean secure() {
    return publicOrigin.startsWith("https://");
  }
}
