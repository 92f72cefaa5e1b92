package arashi.store;

/** There is an account, or a folder in the same parent, of that name already. */
public final class NameTakenException extends Exception {

  private static final long serialVersionUID = 1L;

  NameTakenException(String name) {
    super("the name is taken: " + name);
  }
}
