package arashi.web;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One folder as the folder pane shows it.
 *
 * @param id what forms send as {@code to=}
 * @param name as shown
 * @param url {@code /mail/{folder}}; the actions are {@code /delete}, {@code /refile} and {@code
 *     /flag} below it
 * @param kind how it looks
 * @param unread number of unread messages
 * @param total number of messages, or -1 where they are not counted; then {@code unread} is 0
 * @param above names of the folders that it is in, from the top
 * @param own whether its user made it, and may change it
 * @param hidden whether the pane leaves it out unless the page is in it: it or one above is hidden
 * @param current true for the folder that the page is in
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

  /** Checks that everything is there and that the url is a path. */
  public FolderLink {
    Objects.requireNonNull(id);
    Objects.requireNonNull(name);
    Objects.requireNonNull(kind);
    above = List.copyOf(above);
    LocalPath.require(url);
  }

  /** The folders above and this one, from the top. */
  public List<String> path() {
    return Stream.concat(above.stream(), Stream.of(name)).toList();
  }

  /** 0 at the top, one more for each folder above. */
  public int depth() {
    return above.size();
  }
}
