package db.migrations;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;

/**
 * A fresh, migrated database for a test class, on a real server that all test classes of a JVM
 * share:
 *
 * <ol>
 *   <li>the server of the system property {@code arashi.test.mysql}: a JDBC URL with the parameters
 *       {@code user} and {@code password};
 *   <li>else MySQL in a container, if Docker is available;
 *   <li>else an embedded server in a {@link ScratchDirectory}.
 * </ol>
 *
 * <p>{@link #close} drops the database. Not thread-safe; the data source is.
 */
public final class TestDatabase implements AutoCloseable {
  /** Number of this JVM among the parallel test JVMs of a module. */
  public static final String FORK = System.getProperty("arashi.test.fork", "1");

  private static final int CONNECTIONS = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static Server server;
  private static TestDatabase template;

  /** A running server, with a login that may create databases named {@code arashi_test_…}. */
  private record Server(String url, String user, String password) {

    Server {
      if (!url.matches("jdbc:mysql://[^/]+/[^?]*(\\?.*)?")) {
        throw new IllegalArgumentException(
            "arashi.test.mysql needs jdbc:mysql://host:port/database");
      }
    }

    Database database(String name) {
      URI uri = URI.create(url.substring("jdbc:".length()));
      String query = uri.getQuery() == null ? "" : "?" + uri.getQuery();
      return new Database(
          "jdbc:mysql://" + uri.getAuthority() + "/" + name + query, user, password, CONNECTIONS);
    }

    void execute(String sql) {
      try (Connection connection = new Database(url, user, password, 1).connect(PATIENCE);
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new IllegalStateException(sql, e);
      }
    }
  }

  private final Server on;
  private final String name;
  private final HikariDataSource pool;

  private TestDatabase(Server on, String name) {
    this.on = on;
    this.name = name;
    on.execute("CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    this.pool = on.database(name).open();
  }

  /** Returns a fresh database with all tables; copying is much faster than migrating. */
  public static TestDatabase migrated() {
    return template().copy();
  }

  /** The template, migrated once per JVM. */
  private static synchronized TestDatabase template() {
    if (template == null) {
      template = empty();
      Schema.migrate(template.dataSource());
    }
    return template;
  }

  /** Returns a fresh database with this one's tables and rows. */
  public TestDatabase copy() {
    TestDatabase copy = empty();
    try (Connection from = pool.getConnection();
        Connection to = copy.pool.getConnection();
        Statement read = from.createStatement();
        Statement write = to.createStatement();
        ResultSet tables = read.executeQuery("SHOW TABLES")) {
      while (tables.next()) {
        String table = "`" + tables.getString(1) + "`";
        String original = "`" + name + "`." + table;
        write.execute("CREATE TABLE " + table + " LIKE " + original);
        write.execute("INSERT INTO " + table + " SELECT * FROM " + original);
      }
      return copy;
    } catch (SQLException e) {
      copy.close();
      throw new IllegalStateException("the database " + name + " can't be copied", e);
    }
  }

  /** Returns a fresh database without tables. */
  public static TestDatabase empty() {
    String name = "arashi_test_" + ProcessHandle.current().pid() + "_" + NEXT.incrementAndGet();
    return new TestDatabase(server(), name);
  }

  public DataSource dataSource() {
    return pool;
  }

  /** Returns the settings for another pool. */
  public Database connection() {
    return on.database(name);
  }

  @Override
  public void close() {
    pool.close();
    on.execute("DROP DATABASE " + name);
  }

  private static synchronized Server server() {
    if (server == null) {
      server = choose();
    }
    return server;
  }

  /** Closes at the JVM's end: first the template is dropped, then an own server is stopped. */
  private static void atEnd(AutoCloseable ended) {
    Thread end =
        new Thread(
            () -> {
              try (ended) {
                if (template != null) {
                  template.close();
                }
              } catch (Exception e) {
                System.err.println("test database: " + e);
              }
            });
    Runtime.getRuntime().addShutdownHook(end);
  }

  private static Server choose() {
    String given = System.getProperty("arashi.test.mysql", "");
    if (!given.isEmpty()) {
      System.out.println("test database: the server given by arashi.test.mysql");
      atEnd(() -> {});
      return new Server(given, parameter(given, "user"), parameter(given, "password"));
    }
    if (DockerClientFactory.instance().isDockerAvailable()) {
      System.out.println("test database: MySQL in a container");
      return container();
    }
    System.out.println("test database: embedded MariaDB, for there is no Docker here");
    return embedded();
  }

  private static String parameter(String url, String key) {
    var matcher = java.util.regex.Pattern.compile("[?&]" + key + "=([^&]*)").matcher(url);
    return matcher.find() ? matcher.group(1) : "";
  }

  @SuppressWarnings("resource") // Testcontainers removes it when the JVM ends
  private static Server container() {
    MySQLContainer container = new MySQLContainer("mysql:8.4").withUsername("root");
    container.start();
    return new Server(container.getJdbcUrl(), container.getUsername(), container.getPassword());
  }

  @SuppressWarnings("resource") // closed when the JVM ends
  private static Server embedded() {
    try {
      Path directory = ScratchDirectory.of("test-database-" + FORK);
      EmbeddedServer embedded = EmbeddedServer.start(directory, EmbeddedServer.Settings.DEFAULT);
      atEnd(
          () -> {
            embedded.close();
            ScratchDirectory.delete(directory);
          });
      Database database = embedded.database(1);
      return new Server(database.url(), database.user(), database.password());
    } catch (IOException | DataInUseException e) {
      throw new IllegalStateException("the embedded test database does not start", e);
    }
  }
}
