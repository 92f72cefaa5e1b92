package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * The middle pane: one page of the messages in a folder.
 *
 * @param folder the folder
 * @param here path and query of this page of the list; forms send it as {@code back}
 * @param rows its messages, in order, at most a page full
 * @param sorts the ways to sort it, or empty where it can't be chosen
 * @param newer the page before (towards the top of the list), or null on the first
 * @param older the page after, or null on the last
 */
public record MessageList(
    FolderLink folder,
    String here,
    List<MessageRow> rows,
    List<SortLink> sorts,
    String newer,
    String older) {

  /** Checks the paths and copies the lists. */
  public MessageList {
    Objects.requireNonNull(folder);
    LocalPath.require(here);
    LocalPath.requireOrNull(newer);
    LocalPath.requireOrNull(older);
    rows = List.copyOf(rows);
    sorts = List.copyOf(sorts);
  }
}
