package arashi.store.mail;

/** The account does not have this folder, or no longer has it. */
public final class NoSuchFolderException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoSuchFolderException(long account, Object folder) {
    super("account " + account + " has no folder " + folder);
  }
}
