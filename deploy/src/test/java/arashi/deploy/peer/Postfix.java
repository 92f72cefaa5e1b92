package arashi.deploy.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Postfix with its own queue, which takes mail by SMTP. It tries again every other second, so
 * that a test of outages need not wait for minutes; all else is as Debian ships it, and as its
 * settings say.
 */
public final class Postfix implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/postfix");
  private static final Path DAEMONS = Path.of("/usr/lib/postfix/sbin");

  private static final String MAIN =
      """
      compatibility_level = 3.6
      queue_directory = %1$s/spool
      data_directory = %1$s/data
      command_directory = /usr/sbin
      daemon_directory = %2$s
      mail_owner = postfix
      setgid_group = postdrop
      myhostname = mx.example.org
      mydestination =
      mynetworks =
      inet_interfaces = 127.0.0.1
      inet_protocols = ipv4
      alias_maps =
      alias_database =
      default_transport = error:nothing leaves a test
      local_header_rewrite_clients =
      message_size_limit = 70000000
      minimal_backoff_time = 2s
      maximal_backoff_time = 2s
      queue_run_delay = 2s
      in_flow_delay = 0
      maillog_file = %1$s/log
      maillog_file_prefixes = %1$s
      """;

  /** Like Debian's, with another port and without services that no test uses. */
  private static final String MASTER =
      """
      127.0.0.1:%d inet n - n - - smtpd
      pickup unix n - n 60 1 pickup
      cleanup unix n - n - 0 cleanup
      qmgr unix n - n 2 1 qmgr
      tlsmgr unix - - n 1000? 1 tlsmgr
      rewrite unix - - n - - trivial-rewrite
      bounce unix - - n - 0 bounce
      defer unix - - n - 0 bounce
      trace unix - - n - 0 bounce
      verify unix - - n - 1 verify
      flush unix n - n 1000? 0 flush
      proxymap unix - - n - - proxymap
      smtp unix - - n - - smtp
      lmtp unix - - y - - lmtp
      showq unix n - n - - showq
      error unix - - n - - error
      retry unix - - n - - error
      discard unix - - n - - discard
      anvil unix - - n - 1 anvil
      scache unix - - n - 1 scache
      postlog unix-dgram n - n - 1 postlogd
      """;

  private final int port;
  private final Path home;
  private final Daemon daemon;

  /**
   * Starts it.
   *
   * @param commands of {@code postconf}, without the program's name, that change {@code master.cf}
   * @param settings lines of {@code main.cf}
   */
  public Postfix(List<String> commands, String settings) {
    this(Daemon.newHome("postfix"), commands, settings);
  }

  /**
   * Starts it at a free port of loopback that was chosen before, for a service that relays to it.
   */
  public Postfix(int port, List<String> commands, String settings) {
    this(port, Daemon.newHome("postfix"), commands, settings);
  }

  /** Starts it in a directory that may exist, but is deleted in the end. */
  public Postfix(Path home, List<String> commands, String settings) {
    this(Daemon.freePort(), home, commands, settings);
  }

  private Postfix(int port, Path home, List<String> commands, String settings) {
    this.port = port;
    this.home = home;
    daemon = new Daemon(home, "etc", "spool", "data");
    daemon.write("etc/main.cf", defaults(settings) + settings);
    daemon.write("etc/master.cf", MASTER.formatted(port));
    Daemon.run("chown", "postfix", daemon.file("data").toString());
    String etc = daemon.file("etc").toString();
    for (String command : commands) {
      Daemon.run(
          Stream.concat(
                  Stream.of("postconf", "-c", etc), Stream.of(command.strip().split(" +", -1)))
              .toArray(String[]::new));
    }
    daemon.start(port, PROGRAM.toString(), "-c", etc, "start-fg");
  }

  /**
   * The lines of {@link #MAIN} but those that the settings replace. Each process would log a
   * warning of a line that another replaces; postlogd does so to itself, and stands still for ever
   * when the few messages that its socket holds have come before it.
   */
  private String defaults(String settings) {
    Set<String> set =
        settings
            .lines()
            .filter(line -> line.matches("\\w+ *=.*"))
            .map(Postfix::name)
            .collect(Collectors.toSet());
    return MAIN.formatted(home, DAEMONS)
        .lines()
        .filter(line -> !set.contains(name(line)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String name(String line) {
    return line.split("=", 2)[0].strip();
  }

  /** Why there can be none here; empty if there can. */
  public static Optional<String> missing() {
    if (!Daemon.isRoot()) {
      return Optional.of("Postfix runs as root only");
    }
    return Files.isExecutable(PROGRAM) && Files.isDirectory(DAEMONS)
        ? Optional.empty()
        : Optional.of("there is no Postfix (Debian: postfix)");
  }

  /** Port on loopback at which it takes mail. */
  public int port() {
    return port;
  }

  /** Mails that are still in its queue. */
  public long queued() {
    long mails = 0;
    for (String queue : List.of("maildrop", "incoming", "active", "deferred", "hold")) {
      mails += count(home.resolve("spool").resolve(queue));
    }
    return mails;
  }

  /** Files that come and go while they are counted don't matter: the caller looks again. */
  private static long count(Path queue) {
    try (Stream<Path> files = Files.walk(queue)) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException | UncheckedIOException e) {
      return 1;
    }
  }

  /** Tries all deferred mails now, however often they have failed. */
  public void flush() {
    Daemon.run("postqueue", "-c", home.resolve("etc").toString(), "-f");
  }

  /** Returns its log. */
  public String log() {
    try {
      return Files.readString(home.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    daemon.close();
  }
}
