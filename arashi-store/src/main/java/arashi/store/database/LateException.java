package arashi.store.database;

import java.sql.SQLException;
import java.time.Duration;

/**
 * A read was not started or not completed, because its {@link Deadline} has passed. A transient
 * failure: nothing is done, and the same read may succeed under less load.
 */
public final class LateException extends StoreException {

  private static final long serialVersionUID = 1L;

  private LateException(String message, Throwable cause) {
    super(message, cause, false); // expected under overload, so without the cost of a stack trace
  }

  /** The read was not started. */
  static LateException before(Duration late) {
    return new LateException("the deadline passed " + late.toMillis() + " ms ago", null);
  }

  /** The server ended the statement. */
  static LateException during(SQLException cause) {
    return new LateException("the server ended the statement at its limit", cause);
  }
}
