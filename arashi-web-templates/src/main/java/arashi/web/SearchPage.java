package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /search}: what was found, and how far back that reaches. The query itself is {@link
 * PageFrame#query()}; with an empty one the page explains the operators.
 *
 * @param page the surroundings
 * @param results what was found, or null if nothing was asked for
 * @param partialUrl the mails that are not found by all of their words, or null if there are none
 * @param reduced what is left out of the page, or null
 */
public record SearchPage(PageFrame page, Results results, String partialUrl, Degradation reduced)
    implements PageModel {

  /**
   * The results as a list.
   *
   * @param rows messages found, each with the name of its folder
   * @param here path and query of this page; forms send it as {@code back}
   * @param sorts the ways to sort it
   * @param newer the page before of sorted results, or null
   * @param older the page after of sorted results, or null
   * @param searchedBackTo the date that the search has reached ("3 March 2024"), or null if it has
   *     seen everything
   * @param continueUrl the search from there on, or null if there is nothing left
   */
  public record Results(
      List<MessageRow> rows,
      String here,
      List<SortLink> sorts,
      String newer,
      String older,
      String searchedBackTo,
      String continueUrl) {

    /** Checks the paths and copies the lists. */
    public Results {
      rows = List.copyOf(rows);
      LocalPath.require(here);
      sorts = List.copyOf(sorts);
      LocalPath.requireOrNull(newer);
      LocalPath.requireOrNull(older);
      LocalPath.requireOrNull(continueUrl);
    }
  }

  /** Checks the parts. */
  public SearchPage {
    Objects.requireNonNull(page);
    LocalPath.requireOrNull(partialUrl);
  }

  @Override
  public String template() {
    return "search";
  }
}
