package arashi.deploy.service;

import arashi.store.database.Connections;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import db.migrations.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The store's connection pool, and direct connections for probes.
 *
 * @param pool connections of transactions
 * @param database how to connect
 * @param silence time-out of probes
 * @param diskFull true if the server's disk is full; false if unknown
 */
public record PooledConnections(
    HikariDataSource pool, Database database, Duration silence, BooleanSupplier diskFull)
    implements Connections {

  @Override
  public Connection take() throws SQLException {
    return pool.getConnection();
  }

  @Override
  public Connection open() throws SQLException {
    return database.connect(silence);
  }

  @Override
  public boolean isDiskFull() {
    return diskFull.getAsBoolean();
  }

  @Override
  public void evict() {
    HikariPoolMXBean open = pool.getHikariPoolMXBean();
    if (open != null) { // null before its first connection
      open.softEvictConnections();
    }
  }

  @Override
  public void discard(Connection broken) {
    pool.evictConnection(broken);
  }
}
