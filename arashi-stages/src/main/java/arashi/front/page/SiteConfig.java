package arashi.front.page;

import arashi.target.Network;
import com.typesafe.config.Config;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seda.netio.http.AllowedHosts;

/**
 * Public address of the service.
 *
 * @param hosts host names under which the service answers
 * @param publicOrigin origin in browsers ({@code https://mail.example}) if a proxy is in front of
 *     the service; else empty
 * @param strictTransport how long browsers that came by HTTPS use nothing else; zero: as they like
 * @param zone zone in which dates are shown
 * @param trustedProxies networks of proxies whose {@code X-Forwarded-For} is trusted
 */
public record SiteConfig(
    AllowedHosts hosts,
    String publicOrigin,
    Duration strictTransport,
    ZoneId zone,
    List<Network> trustedProxies) {
  private static final String HOSTS = "http.hosts";
  private static final Pattern ORIGIN =
      Pattern.compile("https?://(?<host>\\[[^/\\s\\]]+\\]|[^/\\s:]+)(:\\d+)?");

  /** Checks the origin and copies the list. */
  public SiteConfig {
    if (!publicOrigin.isEmpty() && !ORIGIN.matcher(publicOrigin).matches()) {
      throw new IllegalArgumentException(
          "mail.public-origin = " + publicOrigin + ", must look like https://mail.example");
    }
    if (strictTransport.isNegative()) {
      throw new IllegalArgumentException(
          "http.strict-transport-security = " + strictTransport + ", must not be negative");
    }
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Reads {@code mail}, {@code http.hosts} and {@code host}. */
  public static SiteConfig of(Config config) {
    String publicOrigin = config.getString("mail.public-origin");
    return new SiteConfig(
        hosts(config, publicOrigin),
        publicOrigin,
        config.getDuration("http.strict-transport-security"),
        zone(config.getString("mail.zone")),
        Network.list(config, "mail.trusted-proxies"));
  }

  private static AllowedHosts hosts(Config config, String publicOrigin) {
    Set<String> names = new TreeSet<>(config.getStringList(HOSTS));
    String listening = config.getString("host");
    if (!listening.isEmpty() && listening.indexOf(':') < 0) { // IPv6: always allowed
      names.add(listening);
    }
    Matcher origin = ORIGIN.matcher(publicOrigin);
    if (origin.matches()) {
      names.add(origin.group("host"));
    }
    return AllowedHosts.of(
        names,
        HOSTS,
        "Its operator can allow the name: setting http.hosts, or mail.public-origin behind a"
            + " proxy.");
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
