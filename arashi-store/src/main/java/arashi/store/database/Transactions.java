package arashi.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work on a pooled connection, and translates the driver's exceptions. All statements of
 * requests pass through this class, which refuses them during an outage, and reads after their
 * {@link Deadline}. {@link Commits} tells what the writes of a thread have come to.
 */
public final class Transactions {
  private static final Logger log = LoggerFactory.getLogger(Transactions.class);

  /**
   * Deadlocks are rare, because locks are taken in a fixed order. A transaction that loses this
   * often has a real fault.
   */
  private static final int ATTEMPTS = 5;

  private final Availability availability;
  private final InstantSource time;

  /**
   * Creates transactions on the connections of an availability.
   *
   * @param time source of {@link Tx#now}
   */
  public Transactions(Availability availability, InstantSource time) {
    this.availability = availability;
    this.time = time;
  }

  /** Statements of one transaction, or of one read. */
  @FunctionalInterface
  public interface Work<T> {
    /** Runs the statements. Must not keep the transaction. */
    T on(Tx tx);
  }

  /**
   * Runs independent statements that change nothing. They succeed while only writes are refused.
   */
  public <T> T read(Work<T> work) {
    Work<T> limited = Deadline.limiting(work);
    try (Availability.Lease lease = availability.forRead()) {
      return lease.use(connection -> Tx.run(connection, time.instant(), limited));
    } catch (SQLException e) {
      throw availability.failure(e, false);
    }
  }

  /**
   * Runs statements that change nothing on one snapshot, taken at the first of them: later commits
   * are invisible. Keep the work short, because the server retains all changed or deleted rows
   * until it ends.
   */
  public <T> T snapshot(Work<T> work) {
    Work<T> limited = Deadline.limiting(work);
    try (Availability.Lease lease = availability.forRead()) {
      return lease.use(connection -> inSnapshot(connection, limited));
    } catch (SQLException e) {
      throw availability.failure(e, false);
    }
  }

  private <T> T inSnapshot(Connection connection, Work<T> work) throws SQLException {
    try (Statement transaction = connection.createStatement()) {
      // applies to the next transaction only
      transaction.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      transaction.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      try {
        T result = Tx.run(connection, time.instant(), work);
        transaction.execute("COMMIT");
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(transaction, e);
        throw e;
      }
    }
  }

  /** Runs work, which must have no side effects, as one transaction; retries after a conflict. */
  public <T> T write(Work<T> work) {
    Instant now = time.instant();
    for (int attempt = 1; ; attempt++) {
      try {
        return once(now, work);
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
   * Runs one statement that commits by itself; retries after a conflict. In contrast to {@link
   * #write}, its locks end at the server: a process that hangs cannot keep them. After a lost
   * connection it is unknown whether the statement took effect.
   */
  public <T> T writeAlone(Work<T> work) {
    Instant now = time.instant();
    for (int attempt = 1; ; attempt++) {
      try (Availability.Lease lease = availability.forWrite()) {
        return lease.use(connection -> Tx.run(connection, now, work));
      } catch (SQLException e) {
        if (!StoreException.isConflict(e) || attempt == ATTEMPTS) {
          throw availability.failure(e, true);
        }
      }
    }
  }

  /** Uses SQL: {@code setAutoCommit} twice and {@code commit} would cost three round trips. */
  private <T> T once(Instant now, Work<T> work) throws SQLException {
    T result = null;
    boolean committed = false;
    try (Availability.Lease lease = availability.forWrite();
        Statement transaction = lease.connection().createStatement()) {
      transaction.execute("START TRANSACTION");
      try {
        result = Tx.run(lease.connection(), now, work);
        commit(transaction);
        committed = true;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(transaction, e);
        throw e;
      }
    } catch (SQLException e) {
      if (!committed) {
        throw e;
      }
      log.debug("a connection broke behind its commit: {}", e.toString()); // no failure of the work
    }
    return result;
  }

  /** The connection broke during the commit. */
  private static final class LostCommit extends SQLException {
    private static final long serialVersionUID = 1L;

    LostCommit(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private static void commit(Statement transaction) throws SQLException {
    try {
      transaction.execute("COMMIT");
      Commits.note();
    } catch (SQLException e) {
      Outage outage = Outage.of(e);
      if (outage == null || !outage.stopsReads()) {
        throw e; // the server's own answer: it has rolled back
      }
      Commits.note();
      throw new LostCommit(e);
    }
  }

  private static void rollBack(Statement transaction, Throwable cause) throws SQLException {
    try {
      transaction.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
      // The pool must not reuse the connection: its next START TRANSACTION would commit this work.
      transaction.getConnection().abort(Runnable::run);
    }
  }
}
