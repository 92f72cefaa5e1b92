package arashi.front;

import arashi.target.Network;
import com.typesafe.config.Config;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;

/**
 * Where the service is seen.
 *
 * @param publicOrigin the origin under which browsers see the service ({@code
 *     https://mail.example}) if there is a proxy in front of it; else empty
 * @param zone the zone in which dates are shown
 * @param trustedProxies networks of proxies that are believed when they say for whom they ask
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
