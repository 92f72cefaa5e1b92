package db.migrations;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Connection settings of the server that holds the store. Parameters in the URL take precedence
 * over those set here.
 *
 * @param url {@code jdbc:mysql://host:port/database}, of MySQL from 8.0 or MariaDB from 11.4
 * @param user login name
 * @param password password, not null
 * @param connections maximum of open connections, at least 1
 */
public record Database(String url, String user, String password, int connections) {

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  /** Ping interval of an idle connection; the minimum that the pool accepts. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

  /**
   * Time-outs of callers.
   *
   * @param connect for a free connection, and for a server to accept a new one
   * @param silence of the server within a statement, after which it is considered dead
   * @param pause between two statements, after which the server considers the client dead, closes
   *     the connection and rolls back its transaction; longer than {@link #KEEP_ALIVE}
   */
  private record Patience(Duration connect, Duration silence, Duration pause) {
    /**
     * For commands: the migration of a large table is silent for long, and so is the connection
     * with its lock.
     */
    static final Patience OF_COMMANDS =
        new Patience(Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofHours(8));

    /**
     * For requests: a thread that waits for a dead server is blocked for all others. A suspended
     * node (SIGSTOP, a paused machine) keeps its connections and row locks, so nobody else can
     * change that mail until the server drops them.
     */
    static final Patience OF_REQUESTS =
        new Patience(Duration.ofSeconds(3), LOCK_TIMEOUT.plusSeconds(5), Duration.ofMinutes(1));
  }

  private static final String URL_PREFIX = "jdbc:mysql:";

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the URL is not of MySQL or there are no connections
   */
  public Database {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    if (!url.startsWith(URL_PREFIX)) {
      throw new IllegalArgumentException(
          "the database's URL must start with " + URL_PREFIX + ", but does not");
    }
    if (connections < 1) {
      throw new IllegalArgumentException("connections must be at least 1, but is " + connections);
    }
  }

  /**
   * Opens a connection pool and verifies with one connection that the server answers. Statements
   * are prepared at the server and cached. Isolation is READ COMMITTED, so a writer locks only the
   * rows it names. The caller closes the pool.
   *
   * @throws com.zaxxer.hikari.pool.HikariPool.PoolInitializationException if the server can't be
   *     reached
   */
  public HikariDataSource open() {
    return open(Patience.OF_COMMANDS);
  }

  /**
   * Opens a pool for a service, whose requests must not wait long for a server that is down: 3 s
   * for a connection, 15 s for a statement. The server ends a transaction after a minute without
   * statements, so a suspended process holds no lock for longer.
   */
  public HikariDataSource openForRequests() {
    return open(Patience.OF_REQUESTS);
  }

  /**
   * Opens a connection of its own and lets the server answer a statement.
   *
   * @param silence maximum time without an answer
   * @throws SQLException if the server does not answer
   */
  public void ping(Duration silence) throws SQLException {
    try (Connection connection = connect(silence);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
  }

  /**
   * Opens a connection outside of any pool, for a short health check. The caller closes it.
   *
   * @param silence time-out of connecting and of each statement; lock waits end a second earlier,
   *     so that a waiting server gives up too
   * @throws SQLException if the server can't be reached or refuses
   */
  public Connection connect(Duration silence) throws SQLException {
    Properties properties = new Properties();
    if (!user.isEmpty()) {
      properties.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      properties.setProperty("password", password);
    }
    long lockWait = Math.max(1, silence.toSeconds() - 1);
    properties.setProperty("connectTimeout", Long.toString(silence.toMillis()));
    properties.setProperty("socketTimeout", Long.toString(silence.toMillis()));
    properties.setProperty(
        "sessionVariables",
        "lock_wait_timeout=" + lockWait + ",innodb_lock_wait_timeout=" + lockWait);
    return DriverManager.getConnection(url, properties);
  }

  private HikariDataSource open(Patience patience) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("store");
    config.setJdbcUrl(url);
    if (!user.isEmpty()) { // otherwise in the URL
      config.setUsername(user);
    }
    if (!password.isEmpty()) {
      config.setPassword(password);
    }
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(1);
    config.setKeepaliveTime(KEEP_ALIVE.toMillis());
    config.setConnectionTimeout(patience.connect().toMillis());
    config.setValidationTimeout(patience.connect().toMillis() / 2);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");

    set(config, "connectTimeout", patience.connect().toMillis());
    set(config, "socketTimeout", patience.silence().toMillis());
    set(config, "tcpKeepAlive", true);
    // With several hosts in the URL, each takes writes; by default the driver makes the second
    // read-only.
    set(config, "failOverReadOnly", false);
    // By default the driver returns to the first host after 50 statements or 30 s. That could split
    // a transaction, since the store begins and ends them by SQL. So a connection stays on its
    // host, and new ones try the first host first.
    set(config, "queriesBeforeRetrySource", 0);
    set(config, "secondsBeforeRetrySource", 0);
    set(config, "characterEncoding", "UTF-8");
    set(config, "connectionTimeZone", "UTC");
    // Bounds the wait for a row lock.
    set(
        config,
        "sessionVariables",
        "innodb_lock_wait_timeout="
            + LOCK_TIMEOUT.toSeconds()
            + ",wait_timeout="
            + patience.pause().toSeconds());
    // The server parses a statement once per connection, not once per call.
    set(config, "useServerPrepStmts", true);
    set(config, "cachePrepStmts", true);
    set(config, "prepStmtCacheSize", 256);
    set(config, "prepStmtCacheSqlLimit", 65_536);
    // The driver caches its session state instead of asking the server.
    set(config, "useLocalSessionState", true);
    set(config, "elideSetAutoCommits", true);
    set(config, "cacheServerConfiguration", true);
    set(config, "cacheResultSetMetadata", true);
    set(config, "maintainTimeStats", false);
    return new HikariDataSource(config);
  }

  /** Sets a property unless the URL has it; the driver would prefer the property. */
  private void set(HikariConfig config, String property, Object value) {
    Pattern named = Pattern.compile("[?&]" + property + "=", Pattern.CASE_INSENSITIVE);
    if (!named.matcher(url).find()) {
      config.addDataSourceProperty(property, value.toString());
    }
  }

  /**
   * Explains in one sentence why {@link #open} failed, and what the operator can do.
   *
   * @param failure exception of {@link #open} or {@link #connect}
   */
  public SchemaException explain(Exception failure) {
    return explain(failure, "no connection to");
  }

  /** Same for a known failure; the message is {@code what} and the server's address. */
  public SchemaException explain(Exception failure, String what) {
    return ServerErrors.explain(failure, what + " " + server());
  }

  /** The URL without parameters and login. */
  public String server() {
    return new MySqlUrl(url).server();
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "Database[" + server() + ", user " + user + ", " + connections + " connections]";
  }
}
