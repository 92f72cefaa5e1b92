package arashi.deploy.config;

import arashi.delivery.Protocol;
import com.typesafe.config.Config;
import java.net.InetSocketAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * The addresses that accept mail.
 *
 * @param smtp address of SMTP; empty for none
 * @param demoSmtp whether a service with demo accounts accepts SMTP although no port is set
 * @param lmtp address of LMTP; empty for none
 * @param lmtpSocket file of LMTP's Unix-domain socket; empty for none
 * @param lmtpSocketPermissions permissions of the socket file, which control who may connect
 * @param policy address of policy delegation; empty for none
 */
public record DeliveryAddresses(
    Optional<InetSocketAddress> smtp,
    boolean demoSmtp,
    Optional<InetSocketAddress> lmtp,
    Optional<Path> lmtpSocket,
    Set<PosixFilePermission> lmtpSocketPermissions,
    Optional<InetSocketAddress> policy) {
  /** The preferred SMTP port of a service with demo accounts. */
  public static final int DEMO_SMTP_PORT = 2525;

  private static final int MAX_PORT = 65_535;
  private static final String AUTOMATIC = "auto";

  /**
   * Reads {@code mail.smtp}, {@code mail.lmtp} and {@code mail.policy}.
   *
   * @throws CommandException with the key, the value and what is allowed
   */
  static DeliveryAddresses of(Config config) {
    return new DeliveryAddresses(
        isAutomatic(config) ? Optional.empty() : address(config, "mail.smtp"),
        isAutomatic(config),
        address(config, "mail.lmtp"),
        socket(config),
        permissions(config),
        address(config, "mail.policy"));
  }

  /** True if any address can accept mail, or questions about it. */
  boolean isAny() {
    return smtp.isPresent()
        || demoSmtp
        || lmtp.isPresent()
        || lmtpSocket.isPresent()
        || policy.isPresent();
  }

  /** The address of a protocol; empty for none. */
  public Optional<InetSocketAddress> tcp(Protocol protocol) {
    return protocol == Protocol.SMTP ? smtp : lmtp;
  }

  private static boolean isAutomatic(Config config) {
    return config.getString("mail.smtp.port").equals(AUTOMATIC);
  }

  private static Optional<InetSocketAddress> address(Config config, String section) {
    int port = config.getInt(section + ".port");
    if (port < 0 || port > MAX_PORT) {
      throw new CommandException(
          section + ".port = " + port + ", must be from 0 (off) to " + MAX_PORT);
    }
    String own = config.getString(section + ".host");
    String host = own.isEmpty() ? config.getString("host") : own;
    return port == 0 ? Optional.empty() : Optional.of(new InetSocketAddress(host, port));
  }

  private static Optional<Path> socket(Config config) {
    String file = config.getString("mail.lmtp.socket");
    try {
      return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    } catch (InvalidPathException e) {
      throw new CommandException("mail.lmtp.socket = " + file + ", must be a path", e);
    }
  }

  private static Set<PosixFilePermission> permissions(Config config) {
    String text = config.getString("mail.lmtp.socket-permissions");
    try {
      return PosixFilePermissions.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          "mail.lmtp.socket-permissions = " + text + ", must be like rw-rw----", e);
    }
  }
}
