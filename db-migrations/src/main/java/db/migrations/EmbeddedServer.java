package db.migrations;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A MariaDB server of the service's own, with everything it has in one directory:
 *
 * <pre>
 *   owner.lock      held, while it lives, by the process that started or adopted the server; its pid
 *   server/         the program          data/, tmp/   what it stores
 *   server.pid      written by the server   server.port   written before it starts
 *   password        of its one login (mode 0600)   server.log   what it says, since its last start
 * </pre>
 *
 * <p>It listens on loopback only, and its one login, {@code arashi@127.0.0.1}, has a random
 * password. It runs in a session of its own where the system has {@code setsid}, so that a Ctrl-C
 * in the terminal stops the service first, which then closes the server: nothing here installs a
 * shutdown hook.
 *
 * <pre>
 *   start ─┬─ owner.lock held by another process ──► DataInUseException
 *          ├─ a server that a killed process left behind answers ──► adopted as it is
 *          └─ otherwise ──► started (one that doesn't answer is stopped first)
 * </pre>
 *
 * <p>All methods block, for seconds when a server starts or stops. Instances are not thread-safe.
 */
public final class EmbeddedServer implements AutoCloseable {

  /**
   * How the server is run.
   *
   * @param bufferPoolBytes memory in which the server caches pages
   * @param startTimeout longest wait until it answers; crash recovery is part of it
   * @param stopTimeout longest wait until it has stopped
   */
  public record Settings(long bufferPoolBytes, Duration startTimeout, Duration stopTimeout) {

    /** 256 MiB, two minutes, one minute. */
    public static final Settings DEFAULT =
        new Settings(256L << 20, Duration.ofMinutes(2), Duration.ofMinutes(1));

    private static final long LEAST_POOL = 8L << 20;

    /**
     * Memory for the cache where none is said: an eighth of the machine's, from 256 MiB to 4 GiB.
     * The postings of a search are spread over the whole index, so an import into one that does not
     * fit reads and writes a page for nearly every row.
     */
    public static long poolForThisMachine() {
      long memory =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
      return Math.min(4L << 30, Math.max(256L << 20, memory / 8));
    }

    /** A quarter of the cache: with less, a bulk import waits for pages to be written. */
    long redoLogBytes() {
      return Math.max(96L << 20, bufferPoolBytes / 4);
    }

    /** Checks the values. */
    public Settings {
      if (bufferPoolBytes < LEAST_POOL) {
        throw new IllegalArgumentException(
            "embedded.buffer-pool = " + bufferPoolBytes + ", must be at least " + LEAST_POOL);
      }
      positive("start-timeout", startTimeout);
      positive("stop-timeout", stopTimeout);
    }

    private static void positive(String key, Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(
            "embedded." + key + " = " + value + ", must be positive");
      }
    }
  }

  private static final Logger log = LoggerFactory.getLogger(EmbeddedServer.class);

  private static final String USER = "arashi";
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int START_ATTEMPTS = 3;
  private static final Duration POLL = Duration.ofMillis(50);

  /** In which the server sees that a connection was closed. */
  private static final Duration LAST_CONNECTIONS = Duration.ofSeconds(1);

  private final ServerFiles files;
  private final MariaDbInstallation installation;
  private final Settings settings;
  private final OwnerLock lock;

  private EmbeddedServer(Path dir, Settings settings, OwnerLock lock) {
    this.files = new ServerFiles(dir);
    this.installation = new MariaDbInstallation(dir);
    this.settings = settings;
    this.lock = lock;
  }

  /**
   * Starts the server in a directory, or adopts the one that a killed process left running there.
   *
   * @throws DataInUseException if another process owns the directory
   * @throws IOException if the server can't be installed or doesn't answer in time
   */
  public static EmbeddedServer start(Path directory, Settings settings)
      throws IOException, DataInUseException {
    Path dir = ServerFiles.createPrivately(directory).toRealPath();
    OwnerLock lock = OwnerLock.take(dir);
    try {
      EmbeddedServer server = new EmbeddedServer(dir, settings, lock);
      server.installation.prepare();
      server.startOrAdopt();
      return server;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Finds the server that another process runs in a directory. It stops when its owner stops.
   *
   * @param connections as in {@link Database}
   * @return how to connect, or empty if none answers
   * @throws IOException if the directory can't be read
   */
  public static Optional<Database> attach(Path directory, int connections) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    Path dir = directory.toRealPath();
    ServerFiles files = new ServerFiles(dir);
    if (files.process(new MariaDbInstallation(dir).program()).isEmpty() || !answers(files)) {
      return Optional.empty();
    }
    return Optional.of(database(files, connections));
  }

  /**
   * Takes over the server of a directory if it runs and its owner has left it.
   *
   * @throws IOException if the directory can't be read
   */
  public static Optional<EmbeddedServer> adopt(Path directory, Settings settings)
      throws IOException {
    Path dir = directory.toRealPath();
    OwnerLock lock;
    try {
      lock = OwnerLock.take(dir);
    } catch (DataInUseException e) {
      return Optional.empty();
    }
    EmbeddedServer server = new EmbeddedServer(dir, settings, lock);
    if (server.files.process(server.installation.program()).isEmpty()) {
      lock.close();
      return Optional.empty();
    }
    return Optional.of(server);
  }

  /** How to connect to this server. */
  public Database database(int connections) throws IOException {
    return database(files, connections);
  }

  private static Database database(ServerFiles files, int connections) throws IOException {
    return new Database(url(files.port()), USER, files.password(), connections);
  }

  private static String url(int port) {
    return "jdbc:mysql://127.0.0.1:" + port + "/arashi?sslMode=DISABLED";
  }

  private void startOrAdopt() throws IOException {
    for (int attempt = 1; ; attempt++) {
      Optional<ProcessHandle> left = files.process(installation.program());
      if (left.isPresent()) {
        if (answers(files)) {
          log.info("found the database running, pid {}", left.get().pid());
          return;
        }
        stop(left.get());
      }
      ProcessHandle started = launch();
      if (awaitAnswer(started)) {
        return;
      }
      // Another program may have taken the port between its choice and its use.
      if (started.isAlive() || attempt == START_ATTEMPTS) {
        started.destroy();
        throw new IOException(
            "the embedded database does not start; it said: " + files.lastWords());
      }
    }
  }

  private ProcessHandle launch() throws IOException {
    int port;
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
      port = probe.getLocalPort();
    }
    files.writePort(port);
    Path init = files.writeInitialSql(USER);
    ProcessBuilder builder = new ProcessBuilder(command(port, init));
    installation.configure(builder);
    builder.redirectErrorStream(true).redirectOutput(files.log().toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    return process.toHandle();
  }

  private List<String> command(int port, Path init) {
    List<String> command = new ArrayList<>();
    Path setsid = Path.of("/usr/bin/setsid");
    if (Files.isExecutable(setsid)) {
      command.add(setsid.toString());
    }
    command.addAll(
        List.of(
            installation.program().toString(),
            "--no-defaults",
            "--basedir=" + installation.base(),
            "--datadir=" + installation.data(),
            "--tmpdir=" + installation.temporary(),
            "--pid-file=" + files.pid(),
            "--init-file=" + init,
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--skip-name-resolve",
            "--skip-ssl",
            "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_bin",
            "--max-allowed-packet=64M",
            "--local-infile=0",
            "--innodb-buffer-pool-size=" + settings.bufferPoolBytes(),
            "--innodb-log-file-size=" + settings.redoLogBytes(),
            "--innodb-flush-log-at-trx-commit=1"));
    if (ServerFiles.onWindows()) {
      return command;
    }
    command.add("--socket=" + files.socket());
    if (System.getProperty("user.name").equals("root")) {
      command.add("--user=root");
    }
    return command;
  }

  private boolean awaitAnswer(ProcessHandle process) throws IOException {
    long deadline = System.nanoTime() + settings.startTimeout().toNanos();
    while (process.isAlive() && System.nanoTime() - deadline < 0) {
      // A server that could not have our port may share it with a stranger who answers.
      if (files.process(installation.program()).isPresent() && answers(files)) {
        files.deleteInitialSql();
        return true;
      }
      pause();
    }
    return false;
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the embedded database", e);
    }
  }

  private static boolean answers(ServerFiles files) throws IOException {
    try (Connection connection = connect(files)) {
      return connection.isValid(5);
    } catch (SQLException e) {
      log.debug("the database does not answer yet: {}", e.getMessage());
      return false;
    }
  }

  private static Connection connect(ServerFiles files) throws SQLException, IOException {
    Properties properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("password", files.password());
    properties.setProperty("connectTimeout", "2000");
    properties.setProperty("socketTimeout", "30000");
    return DriverManager.getConnection(url(files.port()), properties);
  }

  /**
   * Stops the server, cleanly, and gives the directory free. Close what uses the server first. If
   * the server does not stop in time it is left alone, and the next start finds it.
   */
  @Override
  public void close() throws IOException {
    try {
      Optional<ProcessHandle> process = files.process(installation.program());
      if (process.isPresent()) {
        stop(process.get());
      }
    } finally {
      lock.close();
    }
  }

  /**
   * The same, but leaves the server running if another process is connected to it: whoever is the
   * last to leave can {@link #adopt} it and try again.
   */
  public void closeUnlessUsed() throws IOException {
    long deadline = System.nanoTime() + LAST_CONNECTIONS.toNanos();
    boolean used = isUsed();
    while (used && System.nanoTime() - deadline < 0) {
      pause(); // our own may have been closed just now, which the server has not seen yet
      used = isUsed();
    }
    if (used) {
      lock.close();
    } else {
      close();
    }
  }

  private boolean isUsed() throws IOException {
    try (Connection connection = connect(files);
        Statement statement = connection.createStatement();
        ResultSet others =
            statement.executeQuery(
                "SELECT 1 FROM information_schema.processlist"
                    + " WHERE user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1) AND id <> CONNECTION_ID()")) {
      return others.next();
    } catch (SQLException e) {
      log.debug("the database does not say who uses it: {}", e.getMessage());
      return false;
    }
  }

  private void stop(ProcessHandle process) throws IOException {
    try (Connection connection = connect(files);
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    } catch (SQLException e) {
      log.debug("the database is asked by signal to stop: {}", e.getMessage());
      process.destroy();
    }
    try {
      process.onExit().get(settings.stopTimeout().toMillis(), TimeUnit.MILLISECONDS);
      files.deleteRunFiles();
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException("the embedded database, pid " + process.pid() + ", does not stop", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the embedded database stopped", e);
    }
  }
}
