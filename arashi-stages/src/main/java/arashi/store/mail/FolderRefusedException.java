package arashi.store.mail;

/** A folder can't be as it is wanted. */
public final class FolderRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** The name is blank or too long, or has a character that no name has. */
    NAME,
    /** The parent has another of that name. */
    TAKEN,
    /** It would be in itself, or in a folder within. */
    WITHIN_ITSELF,
    /** Folders would be nested too deeply. */
    TOO_DEEP,
    /** The account has too many. */
    TOO_MANY,
    /** A folder with a special use stays as it is. */
    SPECIAL,
    /** A folder with a special use is in it, and stays where it is. */
    SPECIAL_WITHIN,
    /** A folder in Trash gets no special use. */
    IN_TRASH,
    /** It has mails or folders, and would be gone for good. */
    NOT_EMPTY
  }

  FolderRefusedException(Reason reason) {
    super("folder refused: " + reason);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
