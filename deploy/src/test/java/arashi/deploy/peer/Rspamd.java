package arashi.deploy.peer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * An rspamd that is a milter, with Debian's rules, of which none is enough to make a mail spam. It
 * knows its test patterns ({@link #SPAM}), and asks no name server.
 */
public final class Rspamd implements AutoCloseable {
  /** A line for which it adds its header. */
  public static final String SPAM =
      "YJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";

  private static final Path PROGRAM = Path.of("/usr/bin/rspamd");
  private static final Path CONFIG = Path.of("/etc/rspamd/rspamd.conf");
  private static final String USER = "_rspamd";

  private final int port;
  private final Daemon daemon;

  /**
   * Starts it.
   *
   * @param port of the milter, on loopback, which is also in one of the files
   * @param files what is below {@code /etc/rspamd} elsewhere, by its path there
   */
  public Rspamd(int port, Map<String, String> files) {
    this.port = port;
    Path home = Daemon.newHome("rspamd");
    daemon = new Daemon(home, "db", "run");
    files.forEach(daemon::write);
    daemon.write("override.d/worker-normal.inc", "enabled = false;\n");
    daemon.write("override.d/worker-controller.inc", "enabled = false;\n");
    daemon.write("override.d/milter_headers.conf", "skip_local = false;\n"); // clients are here
    daemon.write("override.d/actions.conf", "add_header = 500;\nreject = 600;\ngreylist = 400;\n");
    daemon.write("override.d/logging.inc", "type = \"console\";\n");
    daemon.write(
        "override.d/options.inc",
        """
        gtube_patterns = "all";
        enable_test_patterns = true;
        disable_hyperscan = true;
        url_tld = "%s";
        dns { nameserver = ["127.0.0.1:1"]; timeout = 0.05s; retransmits = 1; }
        """
            .formatted(daemon.file("suffixes")));
    daemon.write("suffixes", "net\norg\n"); // it compiles all that there are for many seconds
    Daemon.run("chown", "-R", USER + ":", home.toString());
    daemon.start(
        port,
        PROGRAM.toString(),
        "-f",
        "-u",
        USER,
        "-g",
        USER,
        "-c",
        CONFIG.toString(),
        "--var=LOCAL_CONFDIR=" + home,
        "--var=DBDIR=" + daemon.file("db"),
        "--var=RUNDIR=" + daemon.file("run"),
        "--var=LOGDIR=" + home);
  }

  /** Why there can be none here; empty if there can. */
  public static Optional<String> missing() {
    if (!Daemon.isRoot()) {
      return Optional.of("only root can start rspamd as its own user");
    }
    return Files.isExecutable(PROGRAM) && Files.isReadable(CONFIG)
        ? Optional.empty()
        : Optional.of("there is no rspamd (Debian: rspamd)");
  }

  /** Port of its milter on loopback. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    daemon.close();
  }
}
