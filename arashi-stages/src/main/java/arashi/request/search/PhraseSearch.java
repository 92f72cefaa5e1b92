package arashi.request.search;

import arashi.mime.term.Phrase;
import arashi.store.Store;
import arashi.store.mail.Item;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Searches by terms, then keeps the mails whose text contains all phrases, because the index does
 * not store word positions. Blocks on the database. For one search.
 */
final class PhraseSearch {
  private final Store store;
  private final List<Phrase> phrases;
  private int left;
  private int asked;

  PhraseSearch(Store store, List<Phrase> phrases, int mostRead) {
    this.store = store;
    this.phrases = phrases;
    this.left = mostRead;
  }

  /**
   * Returns the newest hits with all phrases. The result says whether it is complete. All rounds
   * share the budget of the query.
   */
  SearchResult newest(long account, SearchQuery query) {
    if (phrases.isEmpty()) {
      return store.mail().search().newest(account, query);
    }
    List<Item> rows = new ArrayList<>();
    SearchResult found = candidates(account, query);
    rows.addAll(having(account, found.rows()));
    int looked = found.looked();
    while (mayHaveMore(found, rows, query) && looked < query.scanBudget()) {
      SearchQuery rest = query.before(found.reached()).scanBudget(query.scanBudget() - looked);
      found = candidates(account, rest);
      rows.addAll(having(account, found.rows()));
      looked += found.looked();
    }
    boolean isCut = rows.size() > query.limit();
    List<Item> page = isCut ? rows.subList(0, query.limit()) : rows;
    long reached = isCut ? page.get(page.size() - 1).message() : found.reached();
    return new SearchResult(page, reached, found.complete() && !isCut, looked, found.modSeq());
  }

  private SearchResult candidates(long account, SearchQuery query) {
    asked = Math.min(query.limit(), left);
    SearchResult found = store.mail().search().newest(account, query.limit(asked));
    left -= found.rows().size();
    return found;
  }

  /** True if the search ended at its limit and can continue. */
  private boolean mayHaveMore(SearchResult found, List<Item> rows, SearchQuery query) {
    boolean full = found.rows().size() == asked;
    return !found.complete() && full && left > 0 && rows.size() < query.limit();
  }

  private List<Item> having(long account, List<Item> rows) {
    Map<Long, byte[]> displays =
        store.mail().messages().displays(account, rows.stream().map(Item::message).toList());
    List<Item> having = new ArrayList<>();
    for (Item row : rows) {
      byte[] display = displays.get(row.message());
      if (display != null && Phrase.areIn(display, phrases)) {
        having.add(row);
      }
    }
    return having;
  }
}
