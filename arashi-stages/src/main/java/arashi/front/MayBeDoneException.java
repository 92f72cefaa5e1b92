package arashi.front;

import seda.kernel.KnownFailure;

/**
 * A request failed after one of its transactions had committed, or may have: it must not be
 * answered like a refused one. {@link FailureListener} answers it, and logs the cause unless that
 * is an outage.
 */
final class MayBeDoneException extends Exception implements KnownFailure {
  private static final long serialVersionUID = 1L;

  MayBeDoneException(Throwable cause) {
    super(cause.toString(), cause, false, false);
  }
}
