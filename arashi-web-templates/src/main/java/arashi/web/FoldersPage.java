package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /mail}: all folders with their counts, and the forms that change them.
 *
 * @param page the surroundings
 * @param rows the folders, in the order shown
 * @param typed what was typed in a form that was refused; null for none
 */
public record FoldersPage(PageFrame page, List<FolderRow> rows, Typed typed) implements PageModel {

  /** Checks that the required parts are there and copies the folders. */
  public FoldersPage {
    Objects.requireNonNull(page);
    rows = List.copyOf(rows);
  }

  /** With empty forms. */
  public static FoldersPage of(PageFrame page, List<FolderRow> rows) {
    return new FoldersPage(page, rows, null);
  }

  /**
   * What was typed.
   *
   * @param folder id of the folder that was to be changed; 0 for a new one
   * @param name its name
   * @param to id of the folder that it was to lie in; 0 for the top
   */
  public record Typed(String folder, String name, String to) {

    /** Checks that everything is there. */
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
