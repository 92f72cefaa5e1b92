package arashi.store.account;

/** There is an account, or a folder in the same parent, of that name already. */
public final class NameTakenException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The name that is taken. */
  public NameTakenException(String name) {
    super("the name is taken: " + name);
  }
}
