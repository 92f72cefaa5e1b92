package arashi.store.mail;

/** The account has no such folder, or no longer. */
public final class NoSuchFolderException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoSuchFolderException(long account, Object folder) {
    super("account " + account + " has no folder " + folder);
  }
}
