package arashi.web;

import java.util.Objects;

/**
 * Appearance and actions of a kind of folder.
 *
 * @param icon name of its icon, {@code i-ICON} in the style sheet
 * @param emptyTitle title of an empty folder
 * @param emptyText explains what the folder will contain
 * @param archives whether its messages can be archived
 * @param deletesForEver whether deleting from here is permanent
 * @param empties whether the whole content can be deleted permanently at once
 */
public record FolderKind(
    String icon,
    MessageKey emptyTitle,
    MessageKey emptyText,
    boolean archives,
    boolean deletesForEver,
    boolean empties) {

  public FolderKind {
    Objects.requireNonNull(icon);
    Objects.requireNonNull(emptyTitle);
    Objects.requireNonNull(emptyText);
  }
}
