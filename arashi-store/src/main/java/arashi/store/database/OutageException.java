package arashi.store.database;

import seda.kernel.KnownFailure;

/**
 * The database is unavailable. If the call itself met the outage, the cause is the driver's
 * exception. If the open circuit refused the call, there is no cause and no stack trace.
 */
public final class OutageException extends StoreException implements KnownFailure {

  private static final long serialVersionUID = 1L;

  private final Outage outage;
  private final boolean mayBeDone;

  private OutageException(Outage outage, String message, Throwable cause, boolean mayBeDone) {
    super(message, cause, cause != null);
    this.outage = outage;
    this.mayBeDone = mayBeDone;
  }

  /** Creates the exception of a call that met the outage and whose failure explains it. */
  static OutageException met(Outage outage, Throwable cause) {
    return met(outage, detail(cause), cause);
  }

  /**
   * Creates it with the given reason: the failure of an aborted call does not explain the outage.
   */
  static OutageException met(Outage outage, String reason, Throwable cause) {
    return new OutageException(outage, outage.sentence() + ": " + reason, cause, false);
  }

  /** Returns a copy for a change that may be committed: the commit was sent but not answered. */
  public OutageException duringCommit() {
    return new OutageException(outage, getMessage(), getCause(), true);
  }

  /** Creates the exception of a call refused because of a known outage. */
  static OutageException refused(Outage outage) {
    return new OutageException(outage, outage.sentence(), null, false);
  }

  /**
   * Returns true if the connection was lost during a commit. The change is then stored completely
   * or not at all; only the tables tell which.
   */
  public boolean mayBeDone() {
    return mayBeDone;
  }

  /** Returns the outage. */
  public Outage outage() {
    return outage;
  }

  /** Returns the first line of the innermost cause; the outer messages of drivers say little. */
  static String detail(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null && inner.getCause() != inner) {
      inner = inner.getCause();
    }
    String message = inner.getMessage() == null ? inner.toString() : inner.getMessage();
    return message.lines().findFirst().orElse(message);
  }
}
