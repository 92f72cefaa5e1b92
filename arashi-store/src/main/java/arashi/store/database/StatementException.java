package arashi.store.database;

import java.sql.SQLException;

/**
 * Carries a driver's exception from a statement to {@link Transactions}, which translates it. Work
 * must not catch it: the transaction is rolled back.
 */
final class StatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StatementException(SQLException cause) {
    super(cause.getMessage(), cause, true, false);
  }

  /** Returns the driver's exception. */
  SQLException driver() {
    return (SQLException) getCause();
  }
}
