package arashi.deploy.service;

import arashi.delivery.Protocol;
import arashi.deploy.config.CommandException;
import arashi.deploy.config.DeliveryAddresses;
import arashi.deploy.config.Failures;
import arashi.deploy.config.MailSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import seda.netio.Addresses;
import seda.netio.http.AccessLogConfig;

/**
 * What a start can know before it starts the database, which takes seconds: memory, files and
 * ports. A later failure is authoritative all the same.
 */
public final class StartChecks {
  private static final double MIB = 1 << 20;

  private final MailSettings settings;

  private StartChecks(MailSettings settings) {
    this.settings = settings;
  }

  /**
   * Checks.
   *
   * @throws CommandException with the key, the value and the reason
   */
  public static void check(MailSettings settings) {
    StartChecks checks = new StartChecks(settings);
    checks.memory(Runtime.getRuntime().maxMemory());
    checks.accessLog();
    checks.lmtpSocket();
    checks.ports();
  }

  private void memory(long heap) {
    for (Map.Entry<String, Long> each : settings.memorySizes().entrySet()) {
      if (each.getValue() >= heap) {
        throw new CommandException(
            String.format(
                Locale.ROOT,
                "%s = %.0f MiB, must be less than the heap of %.0f MiB: lower it, or raise -Xmx in"
                    + " ARASHI_JAVA_OPTIONS",
                each.getKey(),
                each.getValue() / MIB,
                heap / MIB));
      }
    }
  }

  private void accessLog() {
    AccessLogConfig log = settings.http().accessLog();
    if (log == null) {
      return;
    }
    Path file = log.file().toAbsolutePath();
    Optional<String> why = Files.exists(file) ? notAppended(file) : notMade(file.getParent());
    if (why.isPresent()) {
      throw new CommandException(
          "http.access-log.file = " + file + ", can't be written: " + why.get());
    }
  }

  private static Optional<String> notAppended(Path file) {
    if (!Files.isRegularFile(file)) {
      return Files.isDirectory(file) ? Optional.of("it is a directory") : Optional.empty();
    }
    try {
      FileChannel.open(file, StandardOpenOption.APPEND).close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(Failures.words(e));
    }
  }

  private static Optional<String> notMade(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Optional.of("there is no directory " + directory);
    }
    return Files.isWritable(directory)
        ? Optional.empty()
        : Optional.of("permission denied in " + directory);
  }

  private void lmtpSocket() {
    Optional<Path> socket = settings.deliveryAt().lmtpSocket();
    Path directory = socket.map(file -> file.toAbsolutePath().getParent()).orElse(null);
    Optional<String> why = directory == null ? Optional.empty() : notMade(directory);
    if (why.isPresent()) {
      throw new CommandException(
          "mail.lmtp.socket = " + socket.get() + ", can't be made: " + why.get());
    }
  }

  /** Holds all ports at the same time, so that two keys with one port are found, too. */
  private void ports() {
    List<ServerSocket> held = new ArrayList<>();
    try {
      hold(held, new InetSocketAddress(settings.host(), settings.port()), "try --port");
      DeliveryAddresses delivery = settings.deliveryAt();
      for (Protocol protocol : Protocol.values()) {
        Optional<InetSocketAddress> at = delivery.tcp(protocol);
        if (at.isPresent()) {
          String section = "mail." + protocol.name().toLowerCase(Locale.ROOT);
          hold(held, at.get(), "see " + section + ".port and " + section + ".host");
        }
      }
    } finally {
      held.forEach(StartChecks::close);
    }
  }

  private static void hold(List<ServerSocket> held, InetSocketAddress address, String hint) {
    if (address.getPort() == 0) {
      return;
    }
    try {
      ServerSocket probe = new ServerSocket();
      held.add(probe);
      probe.setReuseAddress(true);
      probe.bind(address);
    } catch (IOException e) {
      throw new CommandException(
          "can't listen on " + Addresses.authority(address) + ": " + e.getMessage() + "; " + hint,
          e);
    }
  }

  private static void close(ServerSocket probe) {
    try {
      probe.close();
    } catch (IOException e) {
      throw new IllegalStateException(e); // a probe accepts nothing
    }
  }
}
