package arashi.store.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;

/**
 * A database call failed. Its transaction, if any, was rolled back, unless an {@link
 * OutageException} says that it {@linkplain OutageException#mayBeDone may be done}.
 */
public sealed class StoreException extends RuntimeException permits OutageException, LateException {

  private static final long serialVersionUID = 1L;

  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;
  private static final int DUPLICATE_KEY = 1062;
  private static final String CONNECTION_CLASS = "08";

  private final boolean transientFailure;

  StoreException(SQLException cause) {
    super(cause.getMessage(), cause);
    this.transientFailure = isTransient(cause);
  }

  /** Creates the exception of damaged data, a permanent failure. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
    this.transientFailure = false;
  }

  /** Creates the exception of an outage or of lateness, transient failures. */
  StoreException(String message, Throwable cause, boolean writableStackTrace) {
    super(message, cause, writableStackTrace, writableStackTrace);
    this.transientFailure = true;
  }

  /**
   * Returns whether the same call may succeed later: the connection was lost, none was free, other
   * transactions were in conflict, or its time was over.
   */
  public boolean transientFailure() {
    return transientFailure;
  }

  private static boolean isTransient(SQLException e) {
    return isConflict(e)
        || e.getErrorCode() == LOCK_WAIT_TIMEOUT
        || e instanceof SQLTransientException
        || e instanceof SQLRecoverableException
        || (e.getSQLState() != null && e.getSQLState().startsWith(CONNECTION_CLASS));
  }

  /** Returns whether every attempt of the transaction lost a conflict. */
  public boolean isLost() {
    return getCause() instanceof SQLException cause && isConflict(cause);
  }

  /**
   * Returns whether an immediate retry makes sense because another transaction was faster: this one
   * lost a deadlock, or a key was taken after the check.
   */
  static boolean isConflict(SQLException e) {
    return e.getErrorCode() == DEADLOCK || e.getErrorCode() == DUPLICATE_KEY;
  }
}
