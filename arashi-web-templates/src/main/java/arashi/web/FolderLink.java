package arashi.web;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A folder in the folder pane.
 *
 * @param id value sent by forms as {@code to=}
 * @param name displayed name
 * @param url {@code /mail/{folder}}; the actions are {@code /delete}, {@code /refile} and {@code
 *     /flag} below it
 * @param kind appearance
 * @param unread number of unread messages
 * @param total number of messages, or -1 if not counted; {@code unread} is then 0
 * @param above names of its ancestors, from the top
 * @param own whether the user created it and may change it
 * @param hidden whether the pane shows it only while the page is in it: it or an ancestor is hidden
 * @param current true for the page's folder
 */
public record FolderLink(
    String id,
    String name,
    String url,
    FolderKind kind,
    long unread,
    long total,
    List<String> above,
    boolean own,
    boolean hidden,
    boolean current) {

  public FolderLink {
    Objects.requireNonNull(id);
    Objects.requireNonNull(name);
    Objects.requireNonNull(kind);
    above = List.copyOf(above);
    LocalPath.require(url);
  }

  /** Names of the ancestors and this folder, from the top. */
  public List<String> path() {
    return Stream.concat(above.stream(), Stream.of(name)).toList();
  }

  /** Number of ancestors. */
  public int depth() {
    return above.size();
  }
}
