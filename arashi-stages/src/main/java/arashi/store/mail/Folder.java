package arashi.store.mail;

import java.util.Optional;

/**
 * A folder with its counters, which are always those of its items.
 *
 * @param id unique in its account, never used twice
 * @param parent id of the folder that it lies in, {@link #TOP} for none
 * @param name unique in its parent, compared byte by byte
 * @param role its special use, if it has one
 * @param uidValidity changes if uids ever had to be given out anew
 * @param uidNext uid of the next item
 * @param modSeq grows with each change in the folder
 * @param total items
 * @param unread items without {@link Flag#SEEN}
 * @param bytes sum of the sizes of the raw mails
 * @param hidden whether its user wants to see it only among all folders
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

  /** The parent of the folders at the top. */
  public static final long TOP = 0;

  /** Most characters of a name. */
  public static final int MAX_NAME = 191;
}
