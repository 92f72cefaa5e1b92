package arashi.store.database;

import com.zaxxer.hikari.HikariDataSource;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Connections of a real server, as long as it can be reached. */
public final class SwitchedConnections implements Connections, AutoCloseable {
  /** Connections that were asked for, one for each transaction. */
  public final AtomicInteger taken = new AtomicInteger();

  /** Whether the server can't be reached. */
  public boolean away;

  /** Whether it refuses writes. */
  public boolean readOnly;

  final AtomicInteger opened = new AtomicInteger();
  private final DataSource server;

  public SwitchedConnections(DataSource server) {
    this.server = server;
  }

  @Override
  public Connection take() throws SQLException {
    taken.incrementAndGet();
    return connect();
  }

  @Override
  public Connection open() throws SQLException {
    opened.incrementAndGet();
    return connect();
  }

  private Connection connect() throws SQLException {
    if (away) {
      SQLException refused = new SQLException("Communications link failure", "08S01");
      refused.initCause(new ConnectException("Connection refused"));
      throw refused;
    }
    Connection connection = server.getConnection();
    try (Statement set = connection.createStatement()) {
      set.execute("SET SESSION TRANSACTION READ " + (readOnly ? "ONLY" : "WRITE"));
    }
    return connection;
  }

  @Override
  public void evict() {}

  @Override
  public void discard(Connection broken) {
    ((HikariDataSource) server).evictConnection(broken);
  }

  /** Leaves none in the pool of the server that refuses writes. */
  @Override
  public void close() {
    ((HikariDataSource) server).getHikariPoolMXBean().softEvictConnections();
  }
}
