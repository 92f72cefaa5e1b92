package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /search}: search results and how far back they reach. The query is {@link
 * PageFrame#query()}; for an empty query the page explains the operators.
 *
 * @param page the page frame
 * @param results the results, or null without a query
 * @param partialUrl the mails whose words are not all indexed, or null if there are none
 * @param reduced what a degraded page omits, or null
 */
public record SearchPage(PageFrame page, Results results, String partialUrl, Degradation reduced)
    implements PageModel {

  /**
   * The results as a list.
   *
   * @param rows messages found, each with the name of its folder
   * @param here path and query of this page; forms send it as {@code back}
   * @param sorts the available sort orders
   * @param newer the previous page of sorted results, or null
   * @param older the next page of sorted results, or null
   * @param searchedBackTo the date that the search has reached ("3 March 2024"), or null if it is
   *     complete
   * @param continueUrl the continuation of the search, or null if it is complete
   */
  public record Results(
      List<MessageRow> rows,
      String here,
      List<SortLink> sorts,
      String newer,
      String older,
      String searchedBackTo,
      String continueUrl) {

    public Results {
      rows = List.copyOf(rows);
      LocalPath.require(here);
      sorts = List.copyOf(sorts);
      LocalPath.requireOrNull(newer);
      LocalPath.requireOrNull(older);
      LocalPath.requireOrNull(continueUrl);
    }
  }

  public SearchPage {
    Objects.requireNonNull(page);
    LocalPath.requireOrNull(partialUrl);
  }

  @Override
  public String template() {
    return "search";
  }
}
