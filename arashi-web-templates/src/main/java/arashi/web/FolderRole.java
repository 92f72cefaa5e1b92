package arashi.web;

/** What a folder is for (RFC 6154 special use): its icon, its name in each language, its order. */
public enum FolderRole {
  /** Where mail arrives. */
  INBOX,
  /** Mail being written. */
  DRAFTS,
  /** Mail that was sent. */
  SENT,
  /** Mail kept, but out of the way. */
  ARCHIVE,
  /** Mail taken for spam. */
  JUNK,
  /** Deleted mail; deleting here is final. */
  TRASH,
  /** A folder that the user made. */
  OTHER;

  /** The role as templates, style sheet and message keys spell it. */
  String word() {
    return RecordWrapper.word(this);
  }
}
