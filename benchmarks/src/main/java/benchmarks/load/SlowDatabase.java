package benchmarks.load;

import db.migrations.DataInUseException;
import db.migrations.Database;
import db.migrations.EmbeddedServer;
import db.migrations.MySqlUrl;
import db.migrations.ServerMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A database that can be made slow while it is used: a {@link DelayProxy} in front of a given
 * server, or of one of its own. Methods block.
 */
public final class SlowDatabase implements AutoCloseable {
  private static final int MYSQL_PORT = 3306;

  private final Path directory;
  private final EmbeddedServer embedded;
  private final DelayProxy proxy;
  private final String url;
  private final Thread hook = new Thread(this::stop, "stop-database");

  /**
   * A database that isn't slow yet.
   *
   * @param mysql JDBC URL of a server, with user and password; null to start one
   */
  public SlowDatabase(String mysql) throws IOException {
    directory = mysql == null ? Files.createTempDirectory("arashi-bench-database-") : null;
    Runtime.getRuntime().addShutdownHook(hook);
    embedded = mysql == null ? start(directory) : null;
    String direct = mysql == null ? withLogin(embedded.database(1)) : mysql;
    URI server = URI.create(direct.substring("jdbc:".length()));
    int port = server.getPort() < 0 ? MYSQL_PORT : server.getPort();
    proxy = new DelayProxy(new InetSocketAddress(server.getHost(), port));
    url = direct.replaceFirst("//[^/]*/", "//127.0.0.1:" + proxy.port() + "/");
  }

  private static String withLogin(Database database) {
    return new MySqlUrl(database.url())
        .with("user", database.user())
        .with("password", database.password())
        .text();
  }

  private static EmbeddedServer start(Path directory) throws IOException {
    long pool = ServerMemory.poolForThisMachine();
    EmbeddedServer.Settings settings =
        EmbeddedServer.Settings.DEFAULT.withMemory(
            new ServerMemory(pool, ServerMemory.redoLogFor(pool)));
    try {
      return EmbeddedServer.start(directory, settings);
    } catch (DataInUseException e) {
      throw new IOException("a new directory is in use already", e);
    }
  }

  /** JDBC URL of the database, through the proxy. */
  public String url() {
    return url;
  }

  /** Holds each answer back for so long from now on. Any thread. */
  public void delay(Duration delay) {
    proxy.delay(delay);
  }

  /** Stops the proxy, and the server if it was started here, with its data. */
  @Override
  public void close() {
    stop();
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private synchronized void stop() {
    try {
      if (proxy != null) { // the process may end while this starts
        proxy.close();
      }
      if (embedded != null) {
        embedded.close();
        Product.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
