package arashi.front;

import arashi.front.route.FailureListener;
import seda.kernel.KnownFailure;

/**
 * A request failed after one of its transactions had committed, or may have: it must not be
 * answered like a refused one. {@link FailureListener} answers it, and logs the cause unless that
 * is an outage.
 */
public final class MayBeDoneException extends Exception implements KnownFailure {
  private static final long serialVersionUID = 1L;

  /** Creates an exception for a failure after which the outcome is unknown. */
  public MayBeDoneException(Throwable cause) {
    super(cause.toString(), cause, false, false);
  }
}
