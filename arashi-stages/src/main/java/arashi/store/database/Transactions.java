package arashi.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Runs work on a connection of the pool, and turns the driver's exceptions into the store's. All
 * statements of requests pass here, so here they are refused while the database is out.
 */
public final class Transactions {

  /**
   * Deadlocks are rare, because locks are taken in one order; a transaction that loses this often
   * meets a real fault.
   */
  private static final int ATTEMPTS = 5;

  private final Availability availability;

  /** Transactions on the connections that an availability hands out. */
  public Transactions(Availability availability) {
    this.availability = availability;
  }

  /** Statements on one connection. */
  @FunctionalInterface
  public interface Work<T> {
    /** Must not keep the connection. */
    T on(Connection connection) throws SQLException;
  }

  /**
   * Runs statements that each stand for themselves and change nothing: they are served while only
   * writes are refused.
   */
  public <T> T read(Work<T> work) {
    try (Availability.Lease lease = availability.forRead()) {
      return lease.use(work);
    } catch (SQLException e) {
      throw availability.failure(e, false);
    }
  }

  /**
   * Runs statements that change nothing and all see the database as it is at the first of them:
   * each sees the rows that the others saw, whatever is committed meanwhile. The work should be
   * short, because the server keeps what is changed or deleted until it ends.
   */
  public <T> T snapshot(Work<T> work) {
    try (Availability.Lease lease = availability.forRead()) {
      return lease.use(connection -> inSnapshot(connection, work));
    } catch (SQLException e) {
      throw availability.failure(e, false);
    }
  }

  private static <T> T inSnapshot(Connection connection, Work<T> work) throws SQLException {
    try (Statement transaction = connection.createStatement()) {
      // of the next transaction only
      transaction.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      transaction.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
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

  /**
   * Runs work as one transaction, again if it lost against another: it must have no other effects.
   */
  public <T> T write(Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(work);
      } catch (SQLException e) {
        if (!StoreException.isConflict(e) || attempt == ATTEMPTS) {
          StoreException failure = availability.failure(e, true);
          throw e instanceof LostCommit && failure instanceof OutageException out
              ? out.duringCommit()
              : failure;
        }
      }
    }
  }

  /**
   * As statements of SQL: {@code setAutoCommit} twice and {@code commit} would ask the server three
   * times.
   */
  private <T> T once(Work<T> work) throws SQLException {
    try (Availability.Lease lease = availability.forWrite();
        Statement transaction = lease.connection().createStatement()) {
      transaction.execute("START TRANSACTION");
      try {
        T result = work.on(lease.connection());
        commit(transaction);
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(transaction, e);
        throw e;
      }
    }
  }

  /** The connection broke while the commit was under way. */
  private static final class LostCommit extends SQLException {
    private static final long serialVersionUID = 1L;

    LostCommit(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private static void commit(Statement transaction) throws SQLException {
    try {
      transaction.execute("COMMIT");
    } catch (SQLException e) {
      Outage outage = Outage.of(e);
      throw outage != null && outage.stopsReads() ? new LostCommit(e) : e;
    }
  }

  private static void rollBack(Statement transaction, Throwable cause) throws SQLException {
    try {
      transaction.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
      // the pool must not give the connection out again: the next START TRANSACTION would commit
      // this
      transaction.getConnection().abort(Runnable::run);
    }
  }
}
