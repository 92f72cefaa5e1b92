package arashi.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Where the store gets its connections from. Called by any thread; but for {@link #evict} and
 * {@link #discard} it may block.
 */
public interface Connections {

  /** A connection of the pool, for a transaction. */
  Connection take() throws SQLException;

  /**
   * A new connection beside the pool, for a probe: it proves that the server accepts connections,
   * and is not delayed by a pool that is exhausted. Connecting fails in a few seconds at most.
   */
  Connection open() throws SQLException;

  /** Has the pool close its connections: those in use when they are given back. Never blocks. */
  void evict();

  /**
   * Has the pool close a connection that broke as soon as it is given back. The pool sees for
   * itself only what the driver reports as a connection failure: not a connection that MariaDB's
   * KILL ended, for one. Never blocks.
   */
  void discard(Connection broken);

  /** True if the server's disk is known to be full; asked while the server can't be reached. */
  default boolean isDiskFull() {
    return false;
  }

  /** Takes all from a data source that can evict nothing. */
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
