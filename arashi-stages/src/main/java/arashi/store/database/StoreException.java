package arashi.store.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;

/**
 * The database refused or failed; the transaction, if there was one, left nothing behind, unless an
 * {@link OutageException} says that it {@linkplain OutageException#mayBeDone may be done}.
 */
public sealed class StoreException extends RuntimeException permits OutageException {

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

  /** A fault of the stored data, which does not pass. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
    this.transientFailure = false;
  }

  /** An outage, which passes. */
  StoreException(String message, Throwable cause, boolean writableStackTrace) {
    super(message, cause, writableStackTrace, writableStackTrace);
    this.transientFailure = true;
  }

  /**
   * Whether the same call may succeed later: the connection was lost or none was free, or other
   * transactions stood in the way.
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

  /** Whether the transaction lost against others each time that it was tried. */
  public boolean isLost() {
    return getCause() instanceof SQLException cause && isConflict(cause);
  }

  /**
   * Whether another transaction was quicker, and running this one again at once makes sense: it
   * lost a deadlock, or found a key taken that was free when it looked.
   */
  static boolean isConflict(SQLException e) {
    return e.getErrorCode() == DEADLOCK || e.getErrorCode() == DUPLICATE_KEY;
  }
}
