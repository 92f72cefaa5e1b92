package db.migrations;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded server of a directory for a command: another process's server, or one that the
 * command starts for its own duration.
 *
 * <pre>
 *   open ─┬─ nobody owns the directory ────────► starts the server, as its owner
 *         ├─ another process owns it, answers ─► uses that server, and holds a connection to it
 *         └─ no answer ────────────────────────► waits: the owner starts, restarts or stops it
 * </pre>
 *
 * <p>A command that started the server waits at its end for the other users, so that a short
 * command does not end a long one. A service does not wait for commands.
 *
 * <p>All methods block. Use by one thread.
 */
public final class SharedServer {

  /** Ends the use. */
  @FunctionalInterface
  private interface Leaving {
    void leave(BooleanSupplier hurry) throws IOException;
  }

  private static final Logger log = LoggerFactory.getLogger(SharedServer.class);

  private final Database database;
  private final Leaving leaving;

  private SharedServer(Database database, Leaving leaving) {
    this.database = database;
    this.leaving = leaving;
  }

  /**
   * Finds or starts the server.
   *
   * @param connections as in {@link Database}
   * @param observer follows a start; may end the wait
   * @throws DataInUseException if another process owns the directory and its server does not answer
   *     within {@link EmbeddedServer.Settings#busyTimeout}
   * @throws IOException if the server can't be installed or doesn't answer in time
   */
  public static SharedServer open(
      Path directory, EmbeddedServer.Settings settings, int connections, StartObserver observer)
      throws IOException, DataInUseException {
    Timer timer = SystemTimer.INSTANCE;
    long begin = timer.nanos();
    while (true) {
      try {
        EmbeddedServer own = EmbeddedServer.startNow(directory, settings, observer);
        return new SharedServer(own.database(connections), own::closeWhenUnused);
      } catch (DataInUseException e) {
        Optional<SharedServer> joined = join(directory.toRealPath(), connections);
        if (joined.isPresent()) {
          return joined.get();
        }
        if (timer.nanos() - begin >= settings.busyTimeout().toNanos()) {
          throw e;
        }
      }
      EmbeddedServer.pause(observer);
    }
  }

  private static Optional<SharedServer> join(Path dir, int connections) throws IOException {
    ServerFiles files = new ServerFiles(dir);
    if (files.process(new MariaDbInstallation(dir).program()).isEmpty()) {
      return Optional.empty();
    }
    ServerLogin login = new ServerLogin(files);
    OptionalInt port = files.port();
    Optional<Connection> joined = port.isEmpty() ? Optional.empty() : login.join(port.getAsInt());
    if (joined.isEmpty()) {
      return Optional.empty();
    }
    Connection held = joined.get();
    Database database = login.database(port.getAsInt(), connections);
    return Optional.of(new SharedServer(database, hurry -> close(held)));
  }

  private static void close(Connection held) {
    try {
      held.close();
    } catch (SQLException e) {
      log.debug("the server had closed the connection", e);
    }
  }

  /** The connection settings. */
  public Database database() {
    return database;
  }

  /**
   * Leaves the server, and stops it if this object started it. Close the connections first.
   *
   * @param hurry true to stop waiting for other users
   */
  public void close(BooleanSupplier hurry) throws IOException {
    leaving.leave(hurry);
  }
}
