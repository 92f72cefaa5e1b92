package db.migrations;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedded MariaDB server with all its files in one directory:
 *
 * <pre>
 *   owner.lock      locked by the process that started the server, for its lifetime; its pid
 *   server/         the program          data/, tmp/   the server's data
 *   server.pid      written by the server   server.port   present while others may connect
 *   password        of its one login (mode 0600)
 *   server.log      log since the last start; server.log.old of the previous run
 * </pre>
 *
 * <p>The server listens on loopback only, and its one login, {@code arashi@127.0.0.1}, has a random
 * password. It ends with its owner, see {@link GuardedProcess}, and is restarted when it ends
 * earlier, see {@link Supervisor}. It keeps its port for the owner's lifetime, so connection pools
 * can reconnect.
 *
 * <pre>
 *   start ─┬─ owner.lock held, its server answers ──────► DataInUseException
 *          ├─ owner.lock held, no answer ───────────────► waits: the owner starts or stops it
 *          └─ otherwise ──► waits for the end of a killed owner's server ──► starts one
 * </pre>
 *
 * <p>All methods except {@link #trouble} block, for seconds when a server starts or stops. An
 * instance belongs to one thread; {@link #trouble} may be called by any.
 */
public final class EmbeddedServer implements AutoCloseable {

  /**
   * Settings of the server.
   *
   * @param memory memory and redo log
   * @param startTimeout longest wait for the first answer, including crash recovery
   * @param stopTimeout longest wait for the end, before a kill
   * @param busyTimeout longest wait for a server that another process starts or stops
   * @param othersTimeout longest wait of a command that started the server for other users of it
   * @param restarts restart policy
   */
  public record Settings(
      ServerMemory memory,
      Duration startTimeout,
      Duration stopTimeout,
      Duration busyTimeout,
      Duration othersTimeout,
      RestartPolicy restarts) {

    /** Little memory; two minutes, one minute, one minute; one hour. */
    public static final Settings DEFAULT =
        new Settings(
            ServerMemory.SMALL,
            Duration.ofMinutes(2),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            RestartPolicy.DEFAULT);

    /** Returns a copy with other sizes. */
    public Settings withMemory(ServerMemory sizes) {
      return new Settings(sizes, startTimeout, stopTimeout, busyTimeout, othersTimeout, restarts);
    }

    /** Checks the values. */
    public Settings {
      positive("start-timeout", startTimeout);
      positive("stop-timeout", stopTimeout);
      positive("busy-timeout", busyTimeout);
      positive("others-timeout", othersTimeout);
    }

    static void positive(String key, Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(
            "embedded." + key + " = " + value + ", must be positive");
      }
    }
  }

  private static final Logger log = LoggerFactory.getLogger(EmbeddedServer.class);

  /** A table grows by 4 MiB at a time, the undo log by 16 MiB. */
  private static final long LEAST_ROOM = 16L << 20;

  private static final int START_ATTEMPTS = 3;
  private static final Timer TIMER = SystemTimer.INSTANCE;

  /** Poll interval while another process works. */
  static final Duration POLL = Duration.ofMillis(50);

  /** Time in which the server notices a closed connection. */
  private static final Duration LAST_CONNECTIONS = Duration.ofSeconds(1);

  private final ServerFiles files;
  private final ServerRun run;
  private final Settings settings;
  private final OwnerLock lock;
  private final Supervisor supervisor;
  private final Thread supervising;

  private EmbeddedServer(ServerFiles files, ServerRun run, Settings settings, OwnerLock lock) {
    this.files = files;
    this.run = run;
    this.settings = settings;
    this.lock = lock;
    this.supervisor = new Supervisor(run, settings.restarts(), TIMER);
    this.supervising = new Thread(this::supervise, "database-supervisor");
    supervising.setDaemon(true);
    supervising.start();
  }

  private void supervise() {
    try {
      supervisor.run();
    } catch (InterruptedException e) {
      log.debug("the embedded database is supervised no longer");
    }
  }

  /** Same as {@link #start(Path, Settings, StartObserver)}, without an observer. */
  public static EmbeddedServer start(Path directory, Settings settings)
      throws IOException, DataInUseException {
    return start(directory, settings, () -> {});
  }

  /**
   * Starts the server in a directory.
   *
   * @param observer follows the start; may end it
   * @throws DataInUseException if another process owns the directory
   * @throws IOException if the server can't be installed or doesn't answer in time
   */
  public static EmbeddedServer start(Path directory, Settings settings, StartObserver observer)
      throws IOException, DataInUseException {
    long begin = TIMER.nanos();
    boolean told = false;
    while (true) {
      try {
        return startNow(directory, settings, observer);
      } catch (DataInUseException e) {
        boolean late = TIMER.nanos() - begin >= settings.busyTimeout().toNanos();
        if (late || attach(directory, 1).isPresent()) {
          throw e;
        }
        if (!told) {
          told = true;
          log.info(
              "another process starts or stops the database in {}; waiting for it, at most {} s",
              directory,
              settings.busyTimeout().toSeconds());
        }
      }
      pause(observer);
    }
  }

  /** Same without waiting for another owner. */
  static EmbeddedServer startNow(Path directory, Settings settings, StartObserver observer)
      throws IOException, DataInUseException {
    Path dir = ServerFiles.createPrivately(directory).toRealPath();
    OwnerLock lock = OwnerLock.take(dir);
    ServerFiles files = new ServerFiles(dir);
    ServerRun run = new ServerRun(dir, files, settings, observer, TIMER);
    try {
      run.endLeftovers();
      FirstStartRoom.require(dir, new MariaDbInstallation(dir).data(), settings.memory());
      run.install();
      run.startOnFreePort(START_ATTEMPTS);
      return new EmbeddedServer(files, run, settings, lock);
    } catch (InterruptedException e) {
      lock.close();
      throw interrupted(e);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** Waits for one poll interval. */
  static void pause(Runnable checkpoint) throws IOException {
    checkpoint.run();
    try {
      TIMER.pause(POLL);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    IOException e = new InterruptedIOException("interrupted while waiting for the database");
    e.initCause(cause);
    return e;
  }

  /**
   * Finds the server that another process runs in a directory, for a brief look: its owner does not
   * wait for this client. For longer use see {@link SharedServer}.
   *
   * @param connections as in {@link Database}
   * @return the connection settings, or empty if no server answers
   * @throws IOException if the directory can't be read
   */
  public static Optional<Database> attach(Path directory, int connections) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    Path dir = directory.toRealPath();
    ServerFiles files = new ServerFiles(dir);
    OptionalInt port = files.port();
    ServerLogin login = new ServerLogin(files);
    boolean runs = files.process(new MariaDbInstallation(dir).program()).isPresent();
    if (port.isEmpty() || !runs || !login.answers(port.getAsInt())) {
      return Optional.empty();
    }
    return Optional.of(login.database(port.getAsInt(), connections));
  }

  /**
   * True if the directory's disk is too full for the server. MariaDB ends then, and reports it only
   * in its own log.
   */
  public static boolean isDiskFull(Path directory) {
    try {
      return Files.getFileStore(directory).getUsableSpace() < LEAST_ROOM;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the connection settings of this server. */
  public Database database(int connections) throws IOException {
    return run.login().database(run.port(), connections);
  }

  /** Returns in one sentence why the server can't recover by itself; empty if it may. */
  public Optional<String> trouble() {
    return supervisor.trouble();
  }

  /**
   * Stops the server cleanly and releases the directory. Close all users of the server first. A
   * server that does not stop in time is killed, without loss of acknowledged transactions.
   */
  @Override
  public void close() throws IOException {
    try {
      supervising.interrupt();
      supervising.join();
      files.deletePort(); // commands join no longer: they wait, and start a server of their own
      run.stop();
      files.deleteRunFiles();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.close();
    }
  }

  /**
   * Closes the server after other processes have disconnected, waiting at most {@link
   * Settings#othersTimeout}.
   *
   * @param hurry true to stop waiting
   */
  void closeWhenUnused(BooleanSupplier hurry) throws IOException {
    long begin = TIMER.nanos();
    boolean told = false;
    boolean used = isUsed();
    while (used && !hurry.getAsBoolean()) {
      long waited = TIMER.nanos() - begin;
      if (waited >= settings.othersTimeout().toNanos()) {
        log.warn("the database stops while another process uses it");
        break;
      }
      if (!told && waited >= LAST_CONNECTIONS.toNanos()) {
        told = true;
        log.info("another process uses the database: waiting for its end");
      }
      pause(() -> {});
      used = isUsed();
    }
    close();
  }

  /** True if other processes are connected; if false, no process can join from now on. */
  private boolean isUsed() throws IOException {
    files.deletePort();
    boolean used = run.login().isUsed(run.port());
    if (used) {
      files.writePort(run.port());
    }
    return used;
  }
}
