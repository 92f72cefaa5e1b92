package arashi.deploy.service;

import arashi.deploy.config.CommandException;
import arashi.deploy.config.Failures;
import arashi.deploy.config.MailSettings;
import arashi.deploy.config.Warnings;
import arashi.store.SteadyTime;
import arashi.store.Store;
import arashi.store.database.Outage;
import arashi.store.database.OutageLimits;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.DataInUseException;
import db.migrations.Database;
import db.migrations.Durability;
import db.migrations.EmbeddedServer;
import db.migrations.Schema;
import db.migrations.SchemaException;
import db.migrations.SharedServer;
import db.migrations.StartObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;

/**
 * The store and its connections. The service or command that started the embedded server stops it;
 * a command first waits for other users of the server.
 */
public final class OpenStore implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OpenStore.class);

  /** Connections of a command other than the service. */
  private static final int FEW = 3;

  /** Commands do not report their start-up steps. */
  private static final StartObserver QUIET = () -> {};

  private final Leaving leaving;
  private final HikariDataSource connections;
  private final Store store;

  private static final Supplier<Optional<String>> NO_TROUBLE = Optional::empty;

  private final Supplier<Optional<String>> trouble;

  /** Ends the server after the connections are closed. */
  @FunctionalInterface
  private interface Leaving {
    Leaving ALONE = () -> {};

    void leave() throws IOException;
  }

  /** Migrates with long time-outs; a service then reopens with short ones. */
  private OpenStore(
      Database database,
      boolean serves,
      MailSettings settings,
      Leaving leaving,
      Supplier<Optional<String>> trouble,
      StartObserver observer) {
    OutageLimits outages = settings.outages();
    boolean embedded = settings.mysqlUrl().isEmpty();
    this.leaving = leaving;
    this.trouble = trouble;
    HikariDataSource opened = open(database, leaving);
    try {
      String version = Schema.migrate(opened);
      observer.ended("checked the tables, or migrated them to version " + version);
      if (serves) {
        warnOfLoss(opened);
        opened.close();
        opened = database.openForRequests();
      }
      this.connections = opened;
      Clock clock = Clock.system();
      this.store =
          Store.over(
              new PooledConnections(
                  opened,
                  database,
                  outages.silence(),
                  () -> embedded && EmbeddedServer.isDiskFull(directory(settings))),
              outages,
              settings.searchIndex(),
              clock::instant,
              new SteadyTime(clock),
              clock);
    } catch (RuntimeException e) {
      opened.close();
      leave(leaving);
      throw e;
    }
  }

  /**
   * Warns in the log and on standard error, since a loss would go unnoticed until it is too late.
   */
  private static void warnOfLoss(DataSource opened) {
    try {
      for (String warning : Durability.warnings(opened)) {
        log.warn(warning);
        Warnings.print(warning);
      }
    } catch (SQLException e) {
      log.info("cannot read the server's log settings: {}", e.getMessage());
    }
  }

  private static HikariDataSource open(Database database, Leaving leaving) {
    try {
      return database.open();
    } catch (RuntimeException e) {
      leave(leaving);
      throw outageOf(database, e);
    }
  }

  /** Names the outage, if it is one, followed by the driver's message. */
  private static SchemaException outageOf(Database database, RuntimeException failure) {
    Outage outage = Outage.of(failure);
    return outage == null
        ? database.explain(failure)
        : database.explain(failure, outage.sentence() + ":");
  }

  /**
   * For the service: starts the embedded server, which must not be running for another process.
   *
   * @param connections of the pool
   * @param steps observer of the start-up
   * @throws StopSignal.StoppedException if a signal came first
   */
  public static OpenStore forService(MailSettings settings, int connections, StartSteps steps) {
    if (!settings.mysqlUrl().isEmpty()) {
      Database mysql = mysql(settings, connections);
      new DatabaseWait(mysql, settings.mysqlStartTimeout(), steps, Clock.system()).await();
      return new OpenStore(mysql, true, settings, Leaving.ALONE, NO_TROUBLE, steps);
    }
    try {
      EmbeddedServer server = EmbeddedServer.start(directory(settings), settings.embedded(), steps);
      Database database = server.database(connections);
      return new OpenStore(database, true, settings, server::close, server::trouble, steps);
    } catch (DataInUseException e) {
      throw new CommandException(e.getMessage(), e);
    } catch (IOException e) {
      throw notStarted(e);
    }
  }

  /**
   * For a command: uses another process's embedded server, or starts it temporarily. From now on a
   * signal waits for the command.
   *
   * @throws StopSignal.StoppedException if a signal came first
   */
  public static OpenStore forCommand(MailSettings settings, StopSignal signal) {
    signal.begin();
    if (!settings.mysqlUrl().isEmpty()) {
      Database mysql = mysql(settings, FEW);
      return new OpenStore(mysql, false, settings, Leaving.ALONE, NO_TROUBLE, QUIET);
    }
    try {
      SharedServer server =
          SharedServer.open(directory(settings), settings.embedded(), FEW, signal::throwIfTold);
      Leaving leaving = () -> server.close(signal::isTold);
      return new OpenStore(server.database(), false, settings, leaving, NO_TROUBLE, QUIET);
    } catch (DataInUseException e) {
      throw new CommandException(e.getMessage(), e);
    } catch (IOException e) {
      throw notStarted(e);
    }
  }

  private static Path directory(MailSettings settings) {
    return settings.data().resolve("database");
  }

  private static CommandException notStarted(IOException e) {
    return new CommandException("the database can't be started: " + Failures.words(e), e);
  }

  private static Database mysql(MailSettings settings, int connections) {
    return new Database(
        settings.mysqlUrl(), settings.mysqlUser(), settings.mysqlPassword(), connections);
  }

  /** The store, open until {@link #close}. */
  public Store store() {
    return store;
  }

  /**
   * Why the embedded server can't recover by itself; empty if it runs or may recover. Never blocks.
   */
  public Optional<String> trouble() {
    return trouble.get();
  }

  @Override
  public void close() {
    store.service().availability().close();
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
