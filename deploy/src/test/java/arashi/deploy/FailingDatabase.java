package arashi.deploy;

import arashi.deploy.service.PooledConnections;
import arashi.store.database.Connections;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server behind a proxy, which can be taken away, frozen, or made to refuse writes. */
final class FailingDatabase implements Connections, AutoCloseable {
  private static final int CONNECTIONS = 8;

  private static final String ACCOUNT =
      "password_hash, service_class, admin, quota, modseq, full_name, language, zone, theme,"
          + " after_delete";

  private static final Duration SILENCE = Duration.ofSeconds(3);

  private final TestDatabase database = TestDatabase.migrated();
  private final TcpProxy proxy;
  private final HikariDataSource pool;
  private final PooledConnections connections;
  private final AtomicInteger taken = new AtomicInteger();
  private volatile boolean readOnly;
  private volatile boolean full;

  /** With the time-outs of a command: a statement may be silent for two minutes. */
  FailingDatabase() throws IOException {
    Database direct = database.connection();
    URI uri = URI.create(direct.url().substring("jdbc:".length()));
    proxy = new TcpProxy(uri.getHost(), uri.getPort());
    String url = direct.url().replace(uri.getAuthority(), "127.0.0.1:" + proxy.port());
    Database through = new Database(url, direct.user(), direct.password(), CONNECTIONS);
    pool = through.open();
    connections = new PooledConnections(pool, through, SILENCE, () -> full);
  }

  TcpProxy proxy() {
    return proxy;
  }

  /**
   * A checksum of each table, read past the proxy: of the rows of an account, or of all rows if a
   * table has no accounts. Left out is what background work changes by itself: the search index,
   * the content of blobs, and how far accounts are remade.
   */
  Map<String, Long> checksums(long account) {
    return checksums(account, false);
  }

  /** Returns checksums of the rows that belong to an account, by table. */
  Map<String, Long> checksumsOfOwnRows(long account) {
    return checksums(account, true);
  }

  private Map<String, Long> checksums(long account, boolean ownOnly) {
    Map<String, Long> sums = new TreeMap<>();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> columns : columns(statement).entrySet()) {
        String table = columns.getKey();
        boolean ofAccounts = columns.getValue().contains("`account`");
        String sql =
            "SELECT COALESCE(SUM(CRC32(CONCAT_WS('|', %s))), 0) + COUNT(*) FROM `%s`"
                .formatted(table.equals("account") ? ACCOUNT : columns.getValue(), table);
        boolean own = ofAccounts || table.equals("account");
        if (ownOnly && !own) {
          continue;
        }
        if (own) {
          sql += " WHERE " + (ofAccounts ? "account" : "id") + " = " + account;
        }
        try (ResultSet rows = statement.executeQuery(sql)) {
          rows.next();
          sums.put(table, rows.getLong(1));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return sums;
  }

  /** The columns of each table, separated by commas. */
  private static Map<String, String> columns(Statement statement) throws SQLException {
    Map<String, String> columns = new TreeMap<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema ="
                + " DATABASE() AND table_name NOT LIKE 'search%' AND table_name NOT IN ('blob',"
                + " 'blob_data') ORDER BY table_name, ordinal_position")) {
      while (rows.next()) {
        columns.merge(rows.getString(1), "`" + rows.getString(2) + "`", (a, b) -> a + ", " + b);
      }
    }
    return columns;
  }

  /** Connections of the pool that were asked for. */
  int taken() {
    return taken.get();
  }

  /** The server's disk is full from now on; it ends by {@link TcpProxy#stop}. */
  void full() {
    full = true;
  }

  /** New transactions are read-only from now on: the server refuses writes in them (1792). */
  void readOnly(boolean on) {
    readOnly = on;
    connections.evict();
  }

  @Override
  public Connection take() throws SQLException {
    taken.incrementAndGet();
    return set(connections.take());
  }

  @Override
  public boolean isDiskFull() {
    return connections.isDiskFull();
  }

  @Override
  public Connection open() throws SQLException {
    return set(connections.open());
  }

  private Connection set(Connection connection) throws SQLException {
    if (!readOnly) {
      return connection;
    }
    try (Statement set = connection.createStatement()) {
      set.execute("SET SESSION TRANSACTION READ ONLY");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public void evict() {
    connections.evict();
  }

  @Override
  public void discard(Connection broken) {
    connections.discard(broken);
  }

  @Override
  public void close() throws IOException {
    pool.close();
    proxy.close();
    database.close();
  }
}
