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
import seda.kernel.Limit;
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
 * @param memory memory of all mails that are incoming or not yet stored
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
    MemoryConfig memory,
    DeliveryTimeouts timeouts,
    StrangerLimits strangers,
    Optional<TlsConfig> tls) {

  private static final String VERSIONS = "mail.delivery.tls.versions";

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public DeliveryConfig {
    trusted = List.copyOf(trusted);
    Limit.atLeast("mail.delivery.connections", connections, 1);
  }

  /**
   * Reads {@code mail.smtp}, {@code mail.lmtp} and {@code mail.delivery}.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static DeliveryConfig of(Config config) {
    return of(config, Runtime.getRuntime().maxMemory());
  }

  static DeliveryConfig of(Config config, long heapBytes) {
    MemoryConfig memory = MemoryConfig.of(config, heapBytes);
    long mailBytes = Math.min(Integer.MAX_VALUE - 64L, config.getBytes("mail.max-mail-size"));
    Optional<TlsConfig> tls = tls(config);
    String hostname = hostname(config);
    SessionLimits limits =
        new SessionLimits(
            (int) Math.min(1 << 20, config.getBytes("mail.delivery.command-size")),
            (int) Math.min(1 << 30, config.getBytes("mail.delivery.skipped-size")),
            config.getInt("mail.delivery.max-commands"),
            config.getInt("mail.delivery.max-errors"),
            memory.largestMail(mailBytes));
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
        memory,
        DeliveryTimeouts.of(config),
        StrangerLimits.of(config),
        tls);
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
