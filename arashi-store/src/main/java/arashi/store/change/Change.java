package arashi.store.change;

/** One change of an account's mail. Flags are the bits of {@code item.flags} after the change. */
public sealed interface Change {

  /** A mail was stored in a folder for the first time. */
  record Added(long folder, long uid, long message, int flags) implements Change {}

  /** The flags or keywords of a mail changed. */
  record Changed(long folder, long uid, long message, int flags) implements Change {}

  /** A mail moved to another folder, where it has a new uid. */
  record Moved(long fromFolder, long fromUid, long folder, long uid, long message, int flags)
      implements Change {}

  /** A mail was removed. */
  record Removed(long folder, long uid, long message) implements Change {}

  /** A folder was created, renamed, moved or removed; listeners reload the list of folders. */
  record FolderChanged(long folder) implements Change {}
}
