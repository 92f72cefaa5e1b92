package arashi.deploy;

import arashi.store.Store;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.DataInUseException;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import db.migrations.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import seda.kernel.Clock;

/**
 * The store and its connections. An embedded server under it is stopped by the service that started
 * it; one that commands started is stopped by the last of them.
 */
final class OpenStore implements AutoCloseable {
  /** Connections of a command that is no service. */
  private static final int FEW = 3;

  private final Leaving leaving;
  private final HikariDataSource connections;
  private final Store store;

  /** What becomes of the server once the connections are closed. */
  @FunctionalInterface
  private interface Leaving {
    Leaving ALONE = () -> {};

    void leave() throws IOException;
  }

  /** Migrates with patience; then a service has less than a command. */
  private OpenStore(Database database, boolean serves, Leaving leaving) {
    this.leaving = leaving;
    HikariDataSource opened = open(database, leaving);
    try {
      Schema.migrate(opened);
      if (serves) {
        opened.close();
        opened = database.openForRequests();
      }
      this.connections = opened;
      this.store = Store.over(connections, Clock.system()::instant);
    } catch (RuntimeException e) {
      opened.close();
      leave(leaving);
      throw e;
    }
  }

  private static HikariDataSource open(Database database, Leaving leaving) {
    try {
      return database.open();
    } catch (RuntimeException e) {
      leave(leaving);
      throw new CommandException("no connection to " + database.server() + ": " + root(e), e);
    }
  }

  private static String root(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  /** For the service: starts the embedded server, which must not be running for another process. */
  static OpenStore forService(Settings settings) {
    if (!settings.mysqlUrl().isEmpty()) {
      return new OpenStore(mysql(settings, settings.connections()), true, Leaving.ALONE);
    }
    try {
      EmbeddedServer server = EmbeddedServer.start(directory(settings), settings.embedded());
      return new OpenStore(server.database(settings.connections()), true, server::close);
    } catch (DataInUseException e) {
      throw new CommandException(e.getMessage(), e);
    } catch (IOException e) {
      throw notStarted(e);
    }
  }

  /**
   * For a command: uses the embedded server that another process runs, or starts it for a while.
   */
  static OpenStore forCommand(Settings settings) {
    if (!settings.mysqlUrl().isEmpty()) {
      return new OpenStore(mysql(settings, FEW), false, Leaving.ALONE);
    }
    try {
      EmbeddedServer server = EmbeddedServer.start(directory(settings), settings.embedded());
      return new OpenStore(server.database(FEW), false, server::closeUnlessUsed);
    } catch (DataInUseException e) {
      return attached(settings, e);
    } catch (IOException e) {
      throw notStarted(e);
    }
  }

  private static OpenStore attached(Settings settings, DataInUseException inUse) {
    try {
      Database running =
          EmbeddedServer.attach(directory(settings), FEW)
              .orElseThrow(() -> new CommandException(inUse.getMessage(), inUse));
      return new OpenStore(running, false, () -> leaveToNobody(settings));
    } catch (IOException e) {
      throw new CommandException("the database can't be reached: " + Failures.words(e), e);
    }
  }

  /** Stops the server if whoever started it has ended meanwhile. */
  private static void leaveToNobody(Settings settings) throws IOException {
    Optional<EmbeddedServer> left = EmbeddedServer.adopt(directory(settings), settings.embedded());
    if (left.isPresent()) {
      left.get().closeUnlessUsed();
    }
  }

  private static Path directory(Settings settings) {
    return settings.data().resolve("database");
  }

  private static CommandException notStarted(IOException e) {
    return new CommandException("the database can't be started: " + Failures.words(e), e);
  }

  private static Database mysql(Settings settings, int connections) {
    return new Database(
        settings.mysqlUrl(), settings.mysqlUser(), settings.mysqlPassword(), connections);
  }

  Store store() {
    return store;
  }

  @Override
  public void close() {
    connections.close();
    leave(leaving);
  }

  private static void leave(Leaving leaving) {
    try {
      leaving.leave();
    } catch (IOException e) {
      throw new CommandException("the database did not stop: " + e.getMessage(), e);
    }
  }
}
