package arashi.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The store's source of connections. Called by any thread; all methods except {@link #evict} and
 * {@link #discard} may block.
 */
public interface Connections {

  /** Takes a connection from the pool, for a transaction. */
  Connection take() throws SQLException;

  /**
   * Opens a new connection outside the pool, for a probe. It proves that the server accepts
   * connections, and an exhausted pool does not delay it. Fails within a few seconds.
   */
  Connection open() throws SQLException;

  /** Makes the pool close its connections, those in use on their return. Never blocks. */
  void evict();

  /**
   * Makes the pool close a broken connection on its return. The pool itself detects only failures
   * that the driver reports as connection failures, and so misses, for example, MariaDB's KILL.
   * Never blocks.
   */
  void discard(Connection broken);

  /**
   * Returns true if the server's disk is known to be full; asked while the server is unreachable.
   */
  default boolean isDiskFull() {
    return false;
  }

  /** Takes all connections from a data source without eviction. */
  static Connections of(DataSource database) {
    return new Connections() {
      @Override
      public Connection take() throws SQLException {
        return database.getConnection();
      }

      @Override
      public Connection open() throws SQLException {
        return database.getConnection();
      }

      @Override
      public void evict() {}

      @Override
      public void discard(Connection broken) {}
    };
  }
}
