package arashi.store.change;

/**
 * One change of an account's mail, with what a listener needs to follow it. Flags are the bits of
 * {@code item.flags}, as they are after the change.
 */
public sealed interface Change {

  /** A mail came into a folder: stored for the first time. */
  record Added(long folder, long uid, long message, int flags) implements Change {}

  /** The flags or keywords of a mail changed. */
  record Changed(long folder, long uid, long message, int flags) implements Change {}

  /** A mail went to another folder, where it has another uid. */
  record Moved(long fromFolder, long fromUid, long folder, long uid, long message, int flags)
      implements Change {}

  /** A mail is gone. */
  record Removed(long folder, long uid, long message) implements Change {}

  /** The folder itself was made, renamed, moved or removed: the list of folders is to be read. */
  record FolderChanged(long folder) implements Change {}
}
