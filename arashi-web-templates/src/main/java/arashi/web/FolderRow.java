package arashi.web;

import java.util.Objects;

/**
 * A folder on the folders page.
 *
 * @param link link to the folder
 * @param size size of its mails with a unit; empty if there are none
 * @param hides whether the user may hide it
 * @param hidden whether it is hidden itself, not only by an ancestor
 * @param parent id of its parent; 0 at the top
 */
public record FolderRow(
    FolderLink link, String size, boolean hides, boolean hidden, String parent) {

  public FolderRow {
    Objects.requireNonNull(link);
    Objects.requireNonNull(size);
    Objects.requireNonNull(parent);
  }
}
