package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * The middle pane: one page of a folder's messages.
 *
 * @param folder the folder
 * @param here path and query of this page; forms send it as {@code back}
 * @param rows its messages, in order, at most one page
 * @param sorts the available sort orders, or empty
 * @param newer the previous page (towards the top of the list), or null on the first
 * @param older the next page, or null on the last
 */
public record MessageList(
    FolderLink folder,
    String here,
    List<MessageRow> rows,
    List<SortLink> sorts,
    String newer,
    String older) {

  public MessageList {
    Objects.requireNonNull(folder);
    LocalPath.require(here);
    LocalPath.requireOrNull(newer);
    LocalPath.requireOrNull(older);
    rows = List.copyOf(rows);
    sorts = List.copyOf(sorts);
  }
}
