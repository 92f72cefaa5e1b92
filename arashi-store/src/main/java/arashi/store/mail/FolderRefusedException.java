package arashi.store.mail;

/** A change of a folder is refused. */
public final class FolderRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Reason of a refusal. */
  public enum Reason {
    /** The name is blank or too long, or has a forbidden character. */
    NAME,
    /** The parent already has a folder of that name. */
    TAKEN,
    /** The folder would become a subfolder of itself. */
    WITHIN_ITSELF,
    /** Folders would be nested too deeply. */
    TOO_DEEP,
    /** The account has too many folders. */
    TOO_MANY,
    /** A folder with a special use can't be changed. */
    SPECIAL,
    /** The folder contains a folder with a special use, which can't be moved. */
    SPECIAL_WITHIN,
    /** A folder in Trash can't have a special use. */
    IN_TRASH,
    /** The folder is not empty and would be permanently deleted. */
    NOT_EMPTY
  }

  FolderRefusedException(Reason reason) {
    super("folder refused: " + reason);
    this.reason = reason;
  }

  /** Returns the reason. */
  public Reason reason() {
    return reason;
  }
}
