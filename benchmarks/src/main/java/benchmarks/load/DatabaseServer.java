package benchmarks.load;

import db.migrations.DataInUseException;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import db.migrations.MySqlUrl;
import db.migrations.ServerMemory;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A database that outlives the services which use it: an external server, or an own one in a new
 * folder. Services can restart, and two can share it. Methods block.
 */
public final class DatabaseServer implements AutoCloseable {
  private final TemporaryFolder folder = new TemporaryFolder("arashi-bench-database-");
  private final EmbeddedServer embedded;
  private final String url;

  /**
   * A running database.
   *
   * @param mysql JDBC URL of a server, with user and password; null to start one
   */
  public DatabaseServer(String mysql) throws IOException {
    embedded = mysql == null ? start() : null;
    url = mysql == null ? withLogin(embedded.database(1)) : mysql;
    folder.atEnd(this::stop);
  }

  private static String withLogin(Database database) {
    return new MySqlUrl(database.url())
        .with("user", database.user())
        .with("password", database.password())
        .text();
  }

  private EmbeddedServer start() throws IOException {
    long pool = ServerMemory.poolForThisMachine();
    ServerMemory memory = new ServerMemory(pool, ServerMemory.redoLogFor(pool));
    try {
      return EmbeddedServer.start(
          folder.path(), EmbeddedServer.Settings.DEFAULT.withMemory(memory));
    } catch (DataInUseException e) {
      throw new IOException("a new directory is already in use", e);
    }
  }

  /** JDBC URL with user and password. */
  public String url() {
    return url;
  }

  private void stop() {
    try {
      if (embedded != null) {
        embedded.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops an own server and deletes its data; leaves an external one alone. */
  @Override
  public void close() {
    folder.close();
  }
}
