package arashi.web;

import java.util.List;

/**
 * A POST that a page can make for the reader, its fields hidden: an undo, or one that was refused
 * and is to be made again. The page adds the CSRF token itself.
 *
 * @param action path that the form is sent to
 * @param fields what is sent, in order, without the CSRF token; names may repeat
 */
public record PostForm(String action, List<Field> fields) {

  /** Checks the path and copies the fields. */
  public PostForm {
    LocalPath.require(action);
    fields = List.copyOf(fields);
  }
}
