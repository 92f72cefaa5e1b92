package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * What every page has around its own content.
 *
 * @param account name of the person signed in, or null
 * @param admin whether that person may open the console
 * @param csrf token that every form sends back as {@code csrf}
 * @param folders the folder pane, in the order shown; empty before login or when it could not be
 *     had
 * @param query text in the search box, possibly empty
 * @param notice what just happened, or null
 */
public record PageFrame(
    String account,
    boolean admin,
    String csrf,
    List<FolderLink> folders,
    String query,
    Notice notice) {

  /** Checks that the required parts are there and copies the folders. */
  public PageFrame {
    Objects.requireNonNull(csrf);
    Objects.requireNonNull(query);
    folders = List.copyOf(folders);
  }

  /** The surroundings of a page for somebody who is not signed in. */
  public static PageFrame anonymous(String csrf) {
    return new PageFrame(null, false, csrf, List.of(), "", null);
  }
}
