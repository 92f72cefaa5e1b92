package arashi.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Runs work on a connection of the pool, and turns the driver's exceptions into the store's. */
final class Transactions {

  /**
   * Deadlocks are rare, for folders are locked in order; whoever loses this often meets a real
   * fault.
   */
  private static final int ATTEMPTS = 5;

  private final DataSource database;

  Transactions(DataSource database) {
    this.database = database;
  }

  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Runs statements that each stand for themselves. */
  <T> T read(Work<T> work) {
    try (Connection connection = database.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  /**
   * Runs work as one transaction, again if it lost against another: it must have no other effects.
   */
  <T> T write(Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(work);
      } catch (SQLException e) {
        if (!StoreException.isConflict(e) || attempt == ATTEMPTS) {
          throw new StoreException(e);
        }
      }
    }
  }

  /**
   * As statements of SQL: {@code setAutoCommit} twice and {@code commit} would ask the server three
   * times.
   */
  private <T> T once(Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement transaction = connection.createStatement()) {
      transaction.execute("START TRANSACTION");
      try {
        T result = work.on(connection);
        transaction.execute("COMMIT");
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(transaction, e);
        throw e;
      }
    }
  }

  private static void rollBack(Statement transaction, Throwable cause) throws SQLException {
    try {
      transaction.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
      // nobody else may get the connection: the next START TRANSACTION would commit this one
      transaction.getConnection().abort(Runnable::run);
    }
  }
}
