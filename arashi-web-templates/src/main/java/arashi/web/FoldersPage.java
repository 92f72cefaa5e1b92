package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /mail}: all folders with counts, and the forms that change them.
 *
 * @param page the page frame
 * @param rows the folders in display order
 * @param typed input of a rejected form, or null
 */
public record FoldersPage(PageFrame page, List<FolderRow> rows, Typed typed) implements PageModel {

  public FoldersPage {
    Objects.requireNonNull(page);
    rows = List.copyOf(rows);
  }

  /** Returns a page with empty forms. */
  public static FoldersPage of(PageFrame page, List<FolderRow> rows) {
    return new FoldersPage(page, rows, null);
  }

  /**
   * The input of a rejected form.
   *
   * @param folder id of the folder to change; 0 for a new one
   * @param name entered name
   * @param to id of the chosen parent; 0 for the top
   */
  public record Typed(String folder, String name, String to) {

    public Typed {
      Objects.requireNonNull(folder);
      Objects.requireNonNull(name);
      Objects.requireNonNull(to);
    }
  }

  @Override
  public String template() {
    return "folders";
  }
}
