package arashi.store.index;

/** Another node has taken over a fold; no work is lost. */
final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeaseLostException() {
    super("another node has taken over the fold");
  }
}
