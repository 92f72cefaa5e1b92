package arashi.web;

import java.util.Objects;

/**
 * How a kind of folder looks, whatever folders there are.
 *
 * @param icon name of its icon, which the style sheet has as {@code i-ICON}
 * @param emptyTitle says that it is empty
 * @param emptyText says what would be in it
 * @param archives whether messages can go from here to the archive
 * @param deletesForEver whether deleting a message here is final
 * @param empties whether all that is in it can be deleted for good at once
 */
public record FolderKind(
    String icon,
    MessageKey emptyTitle,
    MessageKey emptyText,
    boolean archives,
    boolean deletesForEver,
    boolean empties) {

  /** Checks that the parts are there. */
  public FolderKind {
    Objects.requireNonNull(icon);
    Objects.requireNonNull(emptyTitle);
    Objects.requireNonNull(emptyText);
  }
}
