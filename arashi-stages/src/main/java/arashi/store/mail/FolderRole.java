package arashi.store.mail;

import java.util.Locale;

/** The special use of a folder (RFC 6154); each account has at most one folder of each. */
public enum FolderRole {
  /** Where mail arrives. */
  INBOX,
  /** Mail that is being written. */
  DRAFTS,
  /** Mail that is about to be sent. An account gets it with its first mail. */
  OUTBOX,
  /** Copies of what was sent. */
  SENT,
  /** Mail that is done with and kept. */
  ARCHIVE,
  /** Mail that nobody asked for. */
  JUNK,
  /** Mail that was deleted; deleting it here is final. */
  TRASH;

  /** Whether what is stored here was written by the account itself. */
  boolean isOutgoing() {
    return this == DRAFTS || this == OUTBOX || this == SENT;
  }

  /** Whether its user may give it to another folder: nothing is kept by where these are. */
  public boolean isGiven() {
    return this == SENT || this == ARCHIVE || this == JUNK;
  }

  /** Whether its user may delete for good all that is in it, at once. */
  public boolean isEmptied() {
    return this == JUNK || this == TRASH;
  }

  /** Name of the folder that a new account gets for this role. */
  public String defaultName() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /** As its {@linkplain #columnName column} has it. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The column that has it: earlier releases would fail at a role that they do not know. */
  String columnName() {
    return this == OUTBOX ? "later_role" : "role";
  }

  /** Whether a new account has a folder for it. */
  boolean isDefault() {
    return this != OUTBOX;
  }

  static FolderRole ofColumn(String column) {
    return valueOf(column.toUpperCase(Locale.ROOT));
  }
}
