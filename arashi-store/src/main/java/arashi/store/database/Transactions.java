package arashi.store.database;

import java.sql.SQLException;
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
    return reading(Deadline.limiting(work));
  }

  private <T> T reading(Work<T> work) {
    try (Availability.Lease lease = availability.forRead()) {
      return lease.use(time.instant(), work);
    } catch (StatementException e) {
      throw availability.failure(e.driver(), false);
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
    return reading(
        tx -> {
          // applies to the next transaction only
          tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
          tx.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
          try {
            T result = limited.on(tx);
            tx.execute("COMMIT");
            return result;
          } catch (RuntimeException | Error e) {
            rollBack(tx, e);
            throw e;
          }
        });
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
        return used(lease, now, work);
      } catch (SQLException e) {
        if (!StoreException.isConflict(e) || attempt == ATTEMPTS) {
          throw availability.failure(e, true);
        }
      }
    }
  }

  private static <T> T used(Availability.Lease lease, Instant now, Work<T> work)
      throws SQLException {
    try {
      return lease.use(now, work);
    } catch (StatementException e) {
      throw e.driver();
    }
  }

  /** Uses SQL: {@code setAutoCommit} twice and {@code commit} would cost three round trips. */
  private <T> T once(Instant now, Work<T> work) throws SQLException {
    T result = null;
    boolean committed = false;
    try (Availability.Lease lease = availability.forWrite()) {
      Tx tx = lease.tx(now);
      tx.execute("START TRANSACTION");
      try {
        result = work.on(tx);
        commit(tx);
        committed = true;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(tx, e);
        throw e;
      }
    } catch (StatementException e) {
      throw e.driver();
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

  private static void commit(Tx tx) throws SQLException {
    try {
      tx.execute("COMMIT");
      Commits.note();
    } catch (StatementException e) {
      Outage outage = Outage.of(e.driver());
      if (outage == null || !outage.stopsReads()) {
        throw e; // the server's own answer: it has rolled back
      }
      Commits.note();
      throw new LostCommit(e.driver());
    }
  }

  private static void rollBack(Tx tx, Throwable cause) {
    try {
      tx.execute("ROLLBACK");
    } catch (StatementException e) {
      cause.addSuppressed(e.driver());
      // The pool must not reuse the connection: its next START TRANSACTION would commit this work.
      tx.abort();
    }
  }
}
