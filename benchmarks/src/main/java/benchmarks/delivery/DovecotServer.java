package benchmarks.delivery;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A Dovecot with a directory of its own, which keeps mail in a Maildir, and what is not said here
 * as it ships. With the full-text index it indexes each mail as it comes.
 */
final class DovecotServer implements MailServer {
  private static final Path PROGRAM = Path.of("/usr/sbin/dovecot");
  private static final Path INDEX = Path.of("/usr/lib/dovecot/modules/lib21_fts_xapian_plugin.so");
  private static final long STOP_SECONDS = 20;
  private static final int POLLS = 400;

  private static final String CONFIG =
      """
      protocols = lmtp
      listen = 127.0.0.1
      base_dir = %1$s/run
      state_dir = %1$s/state
      log_path = %1$s/log
      ssl = no
      mail_location = maildir:%1$s/mail/%%n
      first_valid_uid = 1
      passdb {
        driver = static
        args = nopassword=y
      }
      userdb {
        driver = static
        args = uid=mail gid=mail home=%1$s/mail/%%n allow_all_users=yes
      }
      service lmtp {
        inet_listener lmtp {
          address = 127.0.0.1
          port = %2$d
        }
      }
      """;

  private static final String FULL_TEXT =
      """
      mail_plugins = fts fts_xapian
      plugin {
        fts = xapian
        fts_xapian = partial=3 full=20
        fts_autoindex = yes
        fts_enforced = yes
      }
      """;

  private final int port = Ports.free();
  private final boolean fullText;
  private final Path home;
  private final Process process;
  private final Thread hook = new Thread(this::stop, "stop-dovecot");

  DovecotServer(boolean fullText) throws IOException {
    this.fullText = fullText;
    if (!isThere(fullText)) {
      throw new BenchmarkException("there is no " + (fullText ? INDEX : PROGRAM));
    }
    home = Files.createTempDirectory("arashi-bench-dovecot").toRealPath();
    run("chmod", "755", home.toString());
    Files.createDirectory(home.resolve("mail"));
    run("chown", "mail:mail", home.resolve("mail").toString());
    Path config = home.resolve("dovecot.conf");
    Files.writeString(config, CONFIG.formatted(home, port) + (fullText ? FULL_TEXT : ""));
    process =
        new ProcessBuilder(PROGRAM.toString(), "-F", "-c", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("output").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      awaitPort();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** True if it can be measured here: the program is there, and this process is root's. */
  static boolean isThere(boolean fullText) {
    return Files.isExecutable(PROGRAM)
        && "root".equals(System.getProperty("user.name"))
        && (!fullText || Files.exists(INDEX));
  }

  private void awaitPort() throws IOException {
    for (int i = 0; i < POLLS && process.isAlive(); i++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
    throw new BenchmarkException(
        "Dovecot did not start: " + Files.readString(home.resolve("output")));
  }

  @Override
  public String title() {
    return fullText ? "Dovecot with fts" : "Dovecot";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String recipient() {
    return "bench@example.org";
  }

  @Override
  public List<ProcessHandle> processes() {
    return List.of(process.toHandle());
  }

  @Override
  public String version() {
    String version = run(PROGRAM.toString(), "--version").split(" ", 2)[0];
    return "Dovecot " + version + (fullText ? " with fts-xapian" : ", Maildir");
  }

  private static String run(String... command) {
    try {
      Process running = new ProcessBuilder(command).redirectErrorStream(true).start();
      byte[] said = running.getInputStream().readAllBytes();
      if (running.waitFor() != 0) {
        throw new BenchmarkException(String.join(" ", command) + " failed");
      }
      return new String(said, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new BenchmarkException(String.join(" ", command) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    }
  }

  @Override
  public boolean warmsUp() {
    return false;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(hook);
    stop();
  }

  private void stop() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly); // an indexer goes on to the end of its work
    run("rm", "-rf", home.toString());
  }
}
