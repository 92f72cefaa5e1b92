package arashi.web;

import java.util.Objects;

/**
 * One folder as the page of folders shows it.
 *
 * @param link what leads to it
 * @param size of its mails, with a unit; empty if it has none
 * @param hides whether its user may hide it
 * @param hidden whether it is hidden, and not only one that it lies in
 * @param parent id of the folder that it lies in; 0 for the top
 */
public record FolderRow(
    FolderLink link, String size, boolean hides, boolean hidden, String parent) {

  /** Checks that everything is there. */
  public FolderRow {
    Objects.requireNonNull(link);
    Objects.requireNonNull(size);
    Objects.requireNonNull(parent);
  }
}
