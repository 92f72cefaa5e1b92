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
import java.time.Duration;

/** A database behind a {@link DelayProxy}: an external server or its own. Methods block. */
public final class SlowDatabase implements AutoCloseable {
  private static final int MYSQL_PORT = 3306;
  private final TemporaryFolder folder = new TemporaryFolder("arashi-bench-database-");
  private final EmbeddedServer embedded;
  private final DelayProxy proxy;
  private final String url;

  /**
   * A database without a delay.
   *
   * @param mysql JDBC URL of a server, with user and password; null to start one
   */
  public SlowDatabase(String mysql) throws IOException {
    embedded = mysql == null ? start() : null;
    String direct = mysql == null ? withLogin(embedded.database(1)) : mysql;
    URI server = URI.create(direct.substring("jdbc:".length()));
    int port = server.getPort() < 0 ? MYSQL_PORT : server.getPort();
    proxy = new DelayProxy(new InetSocketAddress(server.getHost(), port));
    url = direct.replaceFirst("//[^/]*/", "//127.0.0.1:" + proxy.port() + "/");
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

  /** JDBC URL of the database, through the proxy. */
  public String url() {
    return url;
  }

  /** Sets the delay of later answers. Any thread; does not block. */
  public void delay(Duration delay) {
    proxy.delay(delay);
  }

  private void stop() {
    try {
      proxy.close();
      if (embedded != null) {
        embedded.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops the proxy and its own server, and deletes the server's data. */
  @Override
  public void close() {
    folder.close();
  }
}
