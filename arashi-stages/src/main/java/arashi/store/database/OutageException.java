package arashi.store.database;

import seda.kernel.KnownFailure;

/**
 * The database is out: the call that met it first carries the driver's exception as its cause, the
 * calls that are refused while the circuit is open carry none, and no stack trace.
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

  /** A call met the outage, and its own failure says why. */
  static OutageException met(Outage outage, Throwable cause) {
    return met(outage, detail(cause), cause);
  }

  /**
   * The same with another reason: a call that is aborted because of the outage does not know it.
   */
  static OutageException met(Outage outage, String reason, Throwable cause) {
    return new OutageException(outage, outage.sentence() + ": " + reason, cause, false);
  }

  /**
   * The same of a change that is done, or may be: a commit was sent, and its answer did not come.
   */
  public OutageException duringCommit() {
    return new OutageException(outage, getMessage(), getCause(), true);
  }

  /** A call is refused because of an outage that is known. */
  static OutageException refused(Outage outage) {
    return new OutageException(outage, outage.sentence(), null, false);
  }

  /**
   * True if the connection was lost while a commit was under way: the change is in the tables as a
   * whole or not at all, and only they tell which.
   */
  public boolean mayBeDone() {
    return mayBeDone;
  }

  /** What is wrong. */
  public Outage outage() {
    return outage;
  }

  /** The first line of the innermost cause: the driver's own message says little. */
  static String detail(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null && inner.getCause() != inner) {
      inner = inner.getCause();
    }
    String message = inner.getMessage() == null ? inner.toString() : inner.getMessage();
    return message.lines().findFirst().orElse(message);
  }
}
