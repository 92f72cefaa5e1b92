package arashi.deploy.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Dovecot that takes mail by LMTP into Maildirs, one for each recipient, and checks passwords for
 * a Postfix: all users have the same one.
 */
public final class Dovecot implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/dovecot");
  private static final Path LMTP = Path.of("/usr/lib/dovecot/lmtp");

  /** A system user of Debian without a shell, which owns the mailboxes. */
  private static final String OWNER = "mail";

  /** The format of its settings changed with 2.4. */
  private static final String VERSION = "2.3.";

  private static final String SETTINGS =
      """
      protocols = lmtp
      listen = 127.0.0.1
      base_dir = %1$s/run
      log_path = %1$s/log
      ssl = no
      disable_plaintext_auth = no
      auth_mechanisms = plain login
      mail_location = maildir:%1$s/mail/%%u
      first_valid_uid = 1
      first_valid_gid = 1
      passdb {
        driver = static
        args = password=%2$s
      }
      userdb {
        driver = static
        args = uid=%3$s gid=%3$s home=%1$s/mail/%%u allow_all_users=yes
      }
      service lmtp {
        inet_listener lmtp {
          address = 127.0.0.1
          port = %4$d
        }
      }
      service auth {
        inet_listener {
          address = 127.0.0.1
          port = %5$d
        }
      }
      """;

  private final int port = Daemon.freePort();
  private final int passwordPort = Daemon.freePort();
  private final Daemon daemon;

  /**
   * Starts it.
   *
   * @param password of all users
   */
  public Dovecot(String password) {
    Path home = Daemon.newHome("dovecot");
    daemon = new Daemon(home, "run", "mail");
    daemon.write("conf", SETTINGS.formatted(home, password, OWNER, port, passwordPort));
    Daemon.run("chown", OWNER + ":", daemon.file("mail").toString());
    daemon.start(port, PROGRAM.toString(), "-F", "-c", daemon.file("conf").toString());
  }

  /** Why there can be none here; empty if there can. */
  public static Optional<String> missing() {
    if (!Daemon.isRoot()) {
      return Optional.of("Dovecot writes mailboxes as another user, which root alone may do");
    }
    if (!Files.isExecutable(PROGRAM) || !Files.isExecutable(LMTP)) {
      return Optional.of("there is no Dovecot with LMTP (Debian: dovecot-lmtpd)");
    }
    String version = Daemon.run(PROGRAM.toString(), "--version");
    return version.startsWith(VERSION)
        ? Optional.empty()
        : Optional.of("the settings are for Dovecot 2.3, not for " + version);
  }

  /** Port on loopback at which it takes mail by LMTP. */
  public int port() {
    return port;
  }

  /** Returns the port at which it checks passwords, for {@code smtpd_sasl_path}. */
  public int passwordPort() {
    return passwordPort;
  }

  /** Files of the mails that a recipient has got. */
  public List<Path> mails(String address) {
    Path folder = daemon.file("mail").resolve(address).resolve("new");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    daemon.close();
  }
}
