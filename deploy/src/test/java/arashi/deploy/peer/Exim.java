package arashi.deploy.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An Exim that takes mail by SMTP and runs as its own user alone. {@code -Darashi.exim=FILE} names
 * the program where it is unpacked and not installed, because Debian's package excludes Postfix's.
 */
public final class Exim implements AutoCloseable {
  private static final String USER = "Debian-exim";
  private static final Path PROGRAM =
      Path.of(System.getProperty("arashi.exim", "/usr/sbin/exim4")).toAbsolutePath();

  private static final String MAIN =
      """
      exim_user = %2$s
      deliver_drop_privilege = true
      spool_directory = %1$s/spool
      log_file_path = %1$s/log.%%s
      pid_file_path = %1$s/pid
      local_interfaces = 127.0.0.1
      daemon_smtp_ports = %3$d
      primary_hostname = mx.example.org
      host_lookup =
      rfc1413_query_timeout = 0s
      keep_environment =
      tls_advertise_hosts =
      """;

  private final int port;
  private final Daemon daemon;

  /**
   * Starts it.
   *
   * @param port a free one of loopback
   * @param settings what follows the places of its files in its configuration
   */
  public Exim(int port, String settings) {
    this.port = port;
    Path home = Daemon.newHome("exim");
    daemon = new Daemon(home, "spool");
    daemon.write("exim.conf", MAIN.formatted(home, USER, port) + settings);
    Daemon.run("chown", "-R", USER + ":", home.toString());
    daemon.start(
        port,
        "setpriv",
        "--reuid=" + USER,
        "--regid=" + USER,
        "--clear-groups",
        PROGRAM.toString(),
        "-C",
        daemon.file("exim.conf").toString(),
        "-bdf",
        "-q10s");
  }

  /** Why there can be none here; empty if there can. */
  public static Optional<String> missing() {
    if (!Daemon.isRoot()) {
      return Optional.of("only root can start Exim as its own user");
    }
    if (!Files.isExecutable(PROGRAM)) {
      return Optional.of("there is no Exim at " + PROGRAM + " (Debian: exim4-daemon-light)");
    }
    try {
      Daemon.run("id", USER);
      return Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.of("there is no user " + USER + ", who is Exim's");
    }
  }

  /** Port on loopback at which it takes mail. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    daemon.close();
  }
}
