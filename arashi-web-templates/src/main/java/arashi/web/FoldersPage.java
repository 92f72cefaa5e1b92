package arashi.web;

import java.util.Objects;

/**
 * {@code GET /mail}: all folders with their counts.
 *
 * @param page the surroundings; its folders are the content
 */
public record FoldersPage(PageFrame page) implements PageModel {

  /** Checks that the page is there. */
  public FoldersPage {
    Objects.requireNonNull(page);
  }

  @Override
  public String template() {
    return "folders";
  }
}
