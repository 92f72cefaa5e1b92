package arashi.store.mail;

import java.util.Optional;

/**
 * A folder with its counters, which always match its items.
 *
 * @param id unique in its account, never reused
 * @param parent id of the parent folder, {@link #TOP} for none
 * @param name unique in its parent, compared byte by byte
 * @param role its special use, if any
 * @param uidValidity changes if uids ever had to be reassigned
 * @param uidNext uid of the next item
 * @param modSeq grows with each change in the folder
 * @param total number of items
 * @param unread number of items without {@link Flag#SEEN}
 * @param bytes total size of the raw mails
 * @param hidden whether the user sees it only in the list of all folders
 */
public record Folder(
    long id,
    long parent,
    String name,
    Optional<FolderRole> role,
    long uidValidity,
    long uidNext,
    long modSeq,
    long total,
    long unread,
    long bytes,
    boolean hidden) {

  /** The parent of top-level folders. */
  public static final long TOP = 0;

  /** Maximum characters in a name. */
  public static final int MAX_NAME = 191;
}
