package arashi.store.account;

/** An account, or a folder in the same parent, already has this name. */
public final class NameTakenException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Creates the exception for a name. */
  public NameTakenException(String name) {
    super("the name is already taken: " + name);
  }
}
