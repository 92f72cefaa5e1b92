package db.migrations;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * How to connect to the server that holds the store. Parameters that the URL names itself win over
 * those set here.
 *
 * @param url {@code jdbc:mysql://host:port/database}, of MySQL from 8.0 or MariaDB from 11.4
 * @param user login name at the server
 * @param password its password, not null
 * @param connections most connections that are open at once, at least 1
 */
public record Database(String url, String user, String password, int connections) {

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  /** A connection that is not in use asks the server so often; the least that the pool takes. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

  /**
   * How long callers wait.
   *
   * @param connect for a free connection, and for a server to accept a new one
   * @param silence in the middle of a statement, after which the server is taken for dead
   * @param pause between two statements, after which the server takes the client for dead, closes
   *     the connection and undoes its transaction; longer than {@link #KEEP_ALIVE}
   */
  private record Patience(Duration connect, Duration silence, Duration pause) {
    /** A migration of a large table is silent for long, and so is the connection with its lock. */
    static final Patience OF_COMMANDS =
        new Patience(Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofHours(8));

    /**
     * A thread that waits for a dead server serves nobody else. A node that stands still (SIGSTOP,
     * a paused machine) keeps its connections, and the locks of its transactions with them: nobody
     * else changes that mail until the server has given it up.
     */
    static final Patience OF_REQUESTS =
        new Patience(Duration.ofSeconds(3), LOCK_TIMEOUT.plusSeconds(5), Duration.ofMinutes(1));
  }

  private static final String URL_PREFIX = "jdbc:mysql:";

  /**
   * Checks that the driver can serve the URL at all.
   *
   * @throws IllegalArgumentException if the URL isn't one of MySQL's or there are no connections
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
   * Opens a pool of connections and proves with one of them that the server answers. Statements are
   * prepared at the server and kept; isolation is READ COMMITTED, so that a writer's locks are only
   * those on rows it named. The caller closes the pool.
   *
   * @throws com.zaxxer.hikari.pool.HikariPool.PoolInitializationException if the server can't be
   *     reached
   */
  public HikariDataSource open() {
    return open(Patience.OF_COMMANDS);
  }

  /**
   * The same for a service, of whose requests none may wait for long for a server that is down or
   * does not answer: 3 s for a connection, 15 s for a statement. The server ends a transaction of
   * which it has not heard for a minute, so that a process that stands still holds no lock for
   * longer.
   */
  public HikariDataSource openForRequests() {
    return open(Patience.OF_REQUESTS);
  }

  /**
   * Opens one connection beside every pool, for a short question of whether the server serves.
   * Fails if it is silent for too long. The caller closes it.
   *
   * @param silence time-out of connecting and of each statement; waits for locks end a second
   *     before it, so that a server that waits gives up, too
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
    if (!user.isEmpty()) { // else the URL names it
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
    // Of several hosts in the URL, each takes writes: else the second, in use, refuses them.
    set(config, "failOverReadOnly", false);
    // The driver would go back to the first after 50 statements or 30 s, in the middle of a
    // transaction that it does not know of: the store begins and ends them by SQL. So a connection
    // stays where it is, and new ones try the first host first.
    set(config, "queriesBeforeRetrySource", 0);
    set(config, "secondsBeforeRetrySource", 0);
    set(config, "characterEncoding", "UTF-8");
    set(config, "connectionTimeZone", "UTC");
    // Nobody waits longer than this for a row that another transaction holds.
    set(
        config,
        "sessionVariables",
        "innodb_lock_wait_timeout="
            + LOCK_TIMEOUT.toSeconds()
            + ",wait_timeout="
            + patience.pause().toSeconds());
    // The server parses and plans a statement once a connection, not once a call.
    set(config, "useServerPrepStmts", true);
    set(config, "cachePrepStmts", true);
    set(config, "prepStmtCacheSize", 256);
    set(config, "prepStmtCacheSqlLimit", 65_536);
    // The driver remembers what it told the server instead of asking.
    set(config, "useLocalSessionState", true);
    set(config, "elideSetAutoCommits", true);
    set(config, "cacheServerConfiguration", true);
    set(config, "cacheResultSetMetadata", true);
    set(config, "maintainTimeStats", false);
    return new HikariDataSource(config);
  }

  /** The driver would let a property win over the URL. */
  private void set(HikariConfig config, String property, Object value) {
    Pattern named = Pattern.compile("[?&]" + property + "=", Pattern.CASE_INSENSITIVE);
    if (!named.matcher(url).find()) {
      config.addDataSourceProperty(property, value.toString());
    }
  }

  /**
   * Says in one plain sentence why {@link #open} failed, and what the operator can do.
   *
   * @param failure what it threw
   */
  public SchemaException explain(RuntimeException failure) {
    return explain(failure, "no connection to");
  }

  /** The same, where the failure is known to mean {@code what}; the server's address follows it. */
  public SchemaException explain(RuntimeException failure, String what) {
    return ServerErrors.explain(failure, what + " " + server());
  }

  /** The URL without its parameters and without any login. */
  public String server() {
    return new MySqlUrl(url).server();
  }

  /** All but the password. */
  @Override
  public String toString() {
    return "Database[" + server() + ", user " + user + ", " + connections + " connections]";
  }
}
