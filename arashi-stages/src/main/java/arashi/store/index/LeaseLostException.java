package arashi.store.index;

/** Another node has gone on with a fold; nothing is lost. */
final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeaseLostException() {
    super("another node has gone on with the fold");
  }
}
