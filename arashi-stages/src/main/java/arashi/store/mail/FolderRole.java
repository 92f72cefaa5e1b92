package arashi.store.mail;

import java.util.Locale;

/** The special use of a folder (RFC 6154); each account has at most one folder of each. */
public enum FolderRole {
  /** Where mail arrives. */
  INBOX,
  /** Mail that is being written. */
  DRAFTS,
  /** Copies of what was sent. */
  SENT,
  /** Mail that is done with and kept. */
  ARCHIVE,
  /** Mail that nobody asked for. */
  JUNK,
  /** Mail that was deleted; deleting it here is final. */
  TRASH;

  /** Name of the folder that a new account gets for this role. */
  String defaultName() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /** As the column {@code folder.role} has it. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  static FolderRole ofColumn(String column) {
    return valueOf(column.toUpperCase(Locale.ROOT));
  }
}
