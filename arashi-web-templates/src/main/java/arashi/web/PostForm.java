package arashi.web;

import java.util.List;

/**
 * A prepared POST with hidden fields: an undo, or the retry of a refused request. The page adds the
 * CSRF token.
 *
 * @param action path of the form
 * @param fields form fields, in order, without the CSRF token; names may repeat
 */
public record PostForm(String action, List<Field> fields) {

  public PostForm {
    LocalPath.require(action);
    fields = List.copyOf(fields);
  }
}
