package arashi.store.mail;

/** A text from a client is not a {@link PageKey}, or is the key of another order. */
public final class MalformedPageKeyException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  MalformedPageKeyException(String fault) {
    super("the page key is " + fault);
  }
}
