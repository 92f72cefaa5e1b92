package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /search}: what was found, and how far back that reaches. The query itself is {@link
 * PageFrame#query()}; with an empty one the page explains the operators.
 *
 * @param page the surroundings
 * @param rows messages found, newest first, each with the name of its folder
 * @param searchedBackTo the date that the search has reached ("3 March 2024"), or null if it has
 *     seen everything
 * @param continueUrl the search from there on, or null if there is nothing left
 * @param partialUrl the mails that are not found by all of their words, or null if there are none
 * @param reduced what is left out of the page, or null
 */
public record SearchPage(
    PageFrame page,
    List<MessageRow> rows,
    String searchedBackTo,
    String continueUrl,
    String partialUrl,
    Degradation reduced)
    implements PageModel {

  /** Checks the parts and copies the rows. */
  public SearchPage {
    Objects.requireNonNull(page);
    LocalPath.requireOrNull(continueUrl);
    LocalPath.requireOrNull(partialUrl);
    rows = List.copyOf(rows);
  }

  @Override
  public String template() {
    return "search";
  }
}
