package db.migrations;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Successive processes of one embedded server, on one port. The owner's thread uses it until the
 * server answers and again after supervision has ended; in between, the supervisor's.
 */
final class ServerRun implements Supervisor.Server {

  private static final Logger log = LoggerFactory.getLogger(ServerRun.class);

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /**
   * Below the ephemeral port range. Otherwise a client that tries to connect while the server is
   * down could be assigned the server's own port.
   */
  private static final int FIRST_PORT = 20_000;

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  private static final int LAST_PORT = 32_767;
  private static final int PORT_ATTEMPTS = 50;

  private final MariaDbInstallation installation;
  private final ServerFiles files;
  private final ServerLogin login;
  private final EmbeddedServer.Settings settings;
  private final StartObserver observer;
  private final Timer timer;
  private int port;
  private volatile GuardedProcess process;

  /**
   * A server in a directory that this process owns.
   *
   * @param observer follows the start; may end it
   */
  ServerRun(
      Path dir,
      ServerFiles files,
      EmbeddedServer.Settings settings,
      StartObserver observer,
      Timer timer) {
    this.installation = new MariaDbInstallation(dir);
    this.files = files;
    this.login = new ServerLogin(files);
    this.settings = settings;
    this.observer = observer;
    this.timer = timer;
  }

  ServerLogin login() {
    return login;
  }

  int port() {
    return port;
  }

  /**
   * Waits for the end of an earlier owner's processes. Their watchdog stops them; this method asks
   * too, in case the watchdog was killed.
   */
  void endLeftovers() throws IOException, InterruptedException {
    List<ProcessHandle> left = files.running(installation.program());
    if (left.isEmpty()) {
      return;
    }
    log.info("waiting for the database of a process that was killed to end");
    left.forEach(ProcessHandle::destroy);
    long begin = timer.nanos();
    boolean killed = false;
    while (!left.isEmpty()) {
      long waited = timer.nanos() - begin;
      if (!killed && waited >= settings.stopTimeout().toNanos()) {
        left.forEach(ProcessHandle::destroyForcibly);
        killed = true;
      }
      if (waited >= settings.stopTimeout().multipliedBy(2).toNanos()) {
        throw new IOException("an earlier database, pid " + left.get(0).pid() + ", does not end");
      }
      observer.run();
      timer.pause(EmbeddedServer.POLL);
      left = files.running(installation.program());
    }
  }

  /** Unpacks the program and creates the first data, where missing. */
  void install() throws IOException, InterruptedException {
    files.deleteRunFiles();
    installation.prepare(files.log(), observer);
    observer.run();
  }

  /** Chooses a port for the lifetime of this object, and starts the server. */
  void startOnFreePort(int attempts) throws IOException, InterruptedException {
    for (int left = attempts - 1; ; left--) {
      port = freePort();
      launch();
      if (awaitAnswer(observer)) {
        observer.ended("started the database");
        return;
      }
      // Another program may have taken the port meanwhile.
      if (process.isAlive() || left == 0) {
        throw notStarted();
      }
    }
  }

  @Override
  public void restart() throws IOException, InterruptedException {
    launch();
    if (!awaitAnswer(() -> {})) {
      throw notStarted();
    }
  }

  /** Stops the failed process, and returns the exception to throw. */
  private IOException notStarted() throws IOException, InterruptedException {
    boolean late = process.isAlive();
    String said = lastWords();
    process.stop(settings.stopTimeout());
    return new IOException(
        "the embedded database does not "
            + (late
                ? "answer within "
                    + settings.startTimeout().toSeconds()
                    + " s"
                    + " (embedded.start-timeout)"
                : "start")
            + "; it said: "
            + said);
  }

  private static int freePort() throws IOException {
    for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
      int candidate = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT + 1);
      try (ServerSocket probe = socket(candidate)) {
        return probe.getLocalPort();
      } catch (IOException e) {
        log.debug("port {} is taken", candidate, e);
      }
    }
    try (ServerSocket probe = socket(0)) {
      return probe.getLocalPort();
    }
  }

  private static ServerSocket socket(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getByAddress(LOOPBACK));
  }

  private void launch() throws IOException {
    files.writePort(port);
    Path init = files.writeInitialSql(ServerLogin.USER);
    files.rotateLog();
    process =
        GuardedProcess.start(
            installation.launch(
                options(init), ServerFiles.nothing(), files.log(), settings.stopTimeout()));
  }

  private List<String> options(Path init) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--datadir=" + installation.data(),
                "--pid-file=" + files.pid(),
                "--init-file=" + init,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--skip-ssl",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_bin",
                "--max-allowed-packet=64M",
                "--local-infile=0"));
    options.addAll(settings.memory().options());
    if (!ServerFiles.onWindows()) {
      options.add("--socket=" + files.socket());
    }
    return options;
  }

  /** Waits for an answer; false if the server ends first, or time is up. */
  private boolean awaitAnswer(Runnable onPoll) throws IOException, InterruptedException {
    long begin = timer.nanos();
    long told = begin;
    try {
      while (process.isAlive() && timer.nanos() - begin < settings.startTimeout().toNanos()) {
        // If our server failed to bind, another program may answer on the port.
        if (files.process(installation.program()).isPresent() && login.answers(port)) {
          files.deleteInitialSql();
          return true;
        }
        if (timer.nanos() - told >= BETWEEN_LINES.toNanos()) {
          told = timer.nanos();
          log.info(
              "waiting for the embedded database, {} s of at most {} s; a recovery takes long",
              Duration.ofNanos(told - begin).toSeconds(),
              settings.startTimeout().toSeconds());
        }
        onPoll.run();
        timer.pause(EmbeddedServer.POLL);
      }
      return false;
    } catch (IOException | RuntimeException e) {
      process.stop(settings.stopTimeout());
      throw e;
    }
  }

  @Override
  public boolean awaitEnd(Duration most) throws InterruptedException {
    return process.awaitEnd(most);
  }

  @Override
  public boolean answers() throws IOException {
    return login.answers(port);
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public String lastWords() {
    return files.lastWords();
  }

  /** Stops the server; the supervisor must have ended. */
  void stop() throws IOException, InterruptedException {
    if (!process.isAlive()) {
      return;
    }
    if (!process.canBeAsked()) {
      login.shutDown(port);
      if (process.awaitEnd(settings.stopTimeout())) {
        return;
      }
    }
    process.stop(settings.stopTimeout());
  }
}
