package arashi.deploy;

import arashi.store.Store;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.DataInUseException;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import db.migrations.Schema;
import java.io.IOException;
import java.util.Optional;
import seda.kernel.Clock;

/** The store, its connections, and the embedded server if this process runs one. */
final class OpenStore implements AutoCloseable {
  /** Connections of a command that is no service. */
  private static final int FEW = 3;

  private final EmbeddedServer embedded;
  private final HikariDataSource connections;
  private final Store store;

  /** Migrates with patience; then a service has less than a command. */
  private OpenStore(EmbeddedServer embedded, Database database, boolean serves) {
    this.embedded = embedded;
    HikariDataSource opened = open(embedded, database);
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
      closeEmbedded(embedded);
      throw e;
    }
  }

  private static HikariDataSource open(EmbeddedServer embedded, Database database) {
    try {
      return database.open();
    } catch (RuntimeException e) {
      closeEmbedded(embedded);
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

  /** For the service: starts the embedded server, which must not be running for another service. */
  static OpenStore forService(Settings settings) {
    return settings.mysqlUrl().isEmpty()
        ? startEmbedded(settings, settings.connections(), true)
        : new OpenStore(null, mysql(settings, settings.connections()), true);
  }

  /** For a command: uses the embedded server that a service runs, or starts it for a while. */
  static OpenStore forCommand(Settings settings) {
    if (!settings.mysqlUrl().isEmpty()) {
      return new OpenStore(null, mysql(settings, FEW), false);
    }
    try {
      Optional<Database> running = EmbeddedServer.attach(settings.data().resolve("database"), FEW);
      return running.isPresent()
          ? new OpenStore(null, running.get(), false)
          : startEmbedded(settings, FEW, false);
    } catch (IOException e) {
      throw new CommandException("the database can't be reached: " + e.getMessage(), e);
    }
  }

  private static OpenStore startEmbedded(Settings settings, int connections, boolean serves) {
    try {
      EmbeddedServer server =
          EmbeddedServer.start(settings.data().resolve("database"), settings.embedded());
      return new OpenStore(server, server.database(connections), serves);
    } catch (DataInUseException e) {
      throw new CommandException(e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException("the database can't be started: " + e.getMessage(), e);
    }
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
    closeEmbedded(embedded);
  }

  private static void closeEmbedded(EmbeddedServer server) {
    if (server == null) {
      return;
    }
    try {
      server.close();
    } catch (IOException e) {
      throw new CommandException("the database did not stop: " + e.getMessage(), e);
    }
  }
}
