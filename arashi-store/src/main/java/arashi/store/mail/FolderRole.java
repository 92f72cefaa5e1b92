package arashi.store.mail;

import java.util.Locale;

/** The special use of a folder (RFC 6154); unique per account. */
public enum FolderRole {
  /** Arriving mail. */
  INBOX,
  /** Mail being written. */
  DRAFTS,
  /** Mail waiting to be sent. Created with the account's first outgoing mail. */
  OUTBOX,
  /** Copies of sent mail. */
  SENT,
  /** Mail that is dealt with and kept. */
  ARCHIVE,
  /** Unsolicited mail. */
  JUNK,
  /** Deleted mail; deleting it here is permanent. */
  TRASH;

  /** Returns whether mail stored here was written by the account itself. */
  boolean isOutgoing() {
    return this == DRAFTS || this == OUTBOX || this == SENT;
  }

  /** Returns whether the user may assign the role to another folder; nothing depends on it. */
  public boolean isGiven() {
    return this == SENT || this == ARCHIVE || this == JUNK;
  }

  /** Returns whether the user may permanently delete all mail in it at once. */
  public boolean isEmptied() {
    return this == JUNK || this == TRASH;
  }

  /** Returns the name of the folder created for this role. */
  public String defaultName() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /** Encodes the role for its column. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a new account has a folder with this role. */
  boolean isDefault() {
    return this != OUTBOX;
  }

  static FolderRole ofColumn(String column) {
    return valueOf(column.toUpperCase(Locale.ROOT));
  }
}
