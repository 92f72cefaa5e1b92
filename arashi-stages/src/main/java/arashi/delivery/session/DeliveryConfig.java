package arashi.delivery.session;

import arashi.delivery.Protocol;
import arashi.delivery.protocol.SessionConfig;
import arashi.delivery.protocol.SessionLimits;
import arashi.target.Network;
import com.typesafe.config.Config;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import seda.netio.Limit;
import seda.netio.TlsConfig;
import seda.netio.TlsVersion;

/**
 * Configuration of delivery.
 *
 * @param smtp SMTP sessions
 * @param lmtp LMTP sessions
 * @param trusted networks of the site's MTAs, which are exempt from the limits of strangers
 * @param className service class of all mail
 * @param connections maximum of all clients
 * @param memoryBytes memory of all mails that are incoming or not yet stored
 * @param timeouts time-outs of sessions
 * @param strangers limits of other clients
 * @param tls settings of STARTTLS; empty if it is not offered
 */
public record DeliveryConfig(
    SessionConfig smtp,
    SessionConfig lmtp,
    List<Network> trusted,
    String className,
    int connections,
    long memoryBytes,
    DeliveryTimeouts timeouts,
    StrangerLimits strangers,
    Optional<TlsConfig> tls) {

  /** Share of the memory that the largest mail may take; small mails have the rest. */
  private static final double PART_OF_LARGE = 0.75;

  private static final String VERSIONS = "mail.delivery.tls.versions";
  private static final long LEAST_MEMORY = 64 << 20;
  private static final int MAILS_IN_MEMORY = 2;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public DeliveryConfig {
    trusted = List.copyOf(trusted);
    Limit.atLeast("mail.delivery.connections", connections, 1);
    // the largest mail plus one allocation unit
    long least = (long) (smtp.limits().mailBytes() / PART_OF_LARGE) + (1 << 20);
    Limit.atLeast("mail.delivery.memory", memoryBytes, least);
  }

  /**
   * Reads {@code mail.smtp}, {@code mail.lmtp} and {@code mail.delivery}.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static DeliveryConfig of(Config config) {
    Optional<TlsConfig> tls = tls(config);
    String hostname = hostname(config);
    SessionLimits limits =
        new SessionLimits(
            (int) Math.min(1 << 20, config.getBytes("mail.delivery.command-size")),
            (int) Math.min(1 << 30, config.getBytes("mail.delivery.skipped-size")),
            config.getInt("mail.delivery.max-commands"),
            config.getInt("mail.delivery.max-errors"),
            Math.min(Integer.MAX_VALUE - 64L, config.getBytes("mail.max-mail-size")));
    return new DeliveryConfig(
        new SessionConfig(
            Protocol.SMTP,
            hostname,
            config.getInt("mail.smtp.max-recipients"),
            config.getBoolean("mail.smtp.refuse-bare-line-ends"),
            tls.isPresent(),
            limits),
        new SessionConfig(
            Protocol.LMTP,
            hostname,
            config.getInt("mail.lmtp.max-recipients"),
            config.getBoolean("mail.lmtp.refuse-bare-line-ends"),
            tls.isPresent(),
            limits),
        Network.list(config, "mail.delivery.trusted"),
        config.getString("mail.delivery.class"),
        config.getInt("mail.delivery.connections"),
        memory(config),
        DeliveryTimeouts.of(config),
        StrangerLimits.of(config),
        tls);
  }

  private static long memory(Config config) {
    return config.getString("mail.delivery.memory").equals("auto")
        ? Math.max(LEAST_MEMORY, MAILS_IN_MEMORY * config.getBytes("mail.max-mail-size"))
        : config.getBytes("mail.delivery.memory");
  }

  /** Returns the configured name, else the site's, else this machine's. */
  private static String hostname(Config config) {
    String own = config.getString("mail.delivery.hostname");
    if (!own.isEmpty()) {
      return own;
    }
    String origin = config.getString("mail.public-origin");
    String host = origin.isEmpty() ? null : URI.create(origin).getHost();
    if (host != null) {
      return host;
    }
    try {
      String name = InetAddress.getLocalHost().getHostName();
      return name.chars().allMatch(c -> c > ' ' && c < 0x7f) ? name : "localhost";
    } catch (UnknownHostException e) {
      return "localhost"; // an unresolvable name helps no client
    }
  }

  /** Returns delivery's own key store, else the one of the web pages. */
  private static Optional<TlsConfig> tls(Config config) {
    String own = config.getString("mail.delivery.tls.key-store");
    String section = own.isEmpty() ? "tls" : "mail.delivery.tls";
    String keyStore = config.getString(section + ".key-store");
    if (keyStore.isEmpty()) {
      return Optional.empty();
    }
    TlsConfig tls =
        new TlsConfig(
            Path.of(keyStore),
            config.getString(section + ".password"),
            config.getDuration("tls.handshake-timeout"),
            config.getInt("tls.threads"),
            config.getInt("tls.handshakes"),
            List.of(),
            TlsVersion.list(VERSIONS, config.getStringList(VERSIONS)));
    tls.requireUsable(section + ".key-store");
    return Optional.of(tls);
  }
}
