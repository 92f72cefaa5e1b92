package arashi.store.mail;

/** A text from a client is no {@link PageKey}, or one for another order. */
public final class MalformedPageKeyException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  MalformedPageKeyException(String fault) {
    super("the page key is " + fault);
  }
}
