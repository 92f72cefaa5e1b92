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
 * Searches by terms, then keeps the mails whose text has all phrases: the index does not know where
 * in a mail a word stands. Blocks on the database. For one search.
 */
final class PhraseSearch {
  private final Store store;
  private final List<Phrase> phrases;
  private int left;
  private int asked;

  /** Reads at most {@code mostRead} texts. */
  PhraseSearch(Store store, List<Phrase> phrases, int mostRead) {
    this.store = store;
    this.phrases = phrases;
    this.left = mostRead;
  }

  /** The newest hits that have all phrases; perhaps fewer than there are, see the answer. */
  SearchResult newest(long account, SearchQuery query) {
    if (phrases.isEmpty()) {
      return store.search().newest(account, query);
    }
    List<Item> rows = new ArrayList<>();
    SearchResult found = candidates(account, query);
    rows.addAll(having(account, found.rows()));
    while (mayHaveMore(found, rows, query)) {
      found = candidates(account, query.before(found.reached()));
      rows.addAll(having(account, found.rows()));
    }
    if (rows.size() > query.limit()) {
      List<Item> page = rows.subList(0, query.limit());
      return new SearchResult(page, page.get(page.size() - 1).message(), false);
    }
    return new SearchResult(rows, found.reached(), found.complete());
  }

  private SearchResult candidates(long account, SearchQuery query) {
    asked = Math.min(query.limit(), left);
    SearchResult found = store.search().newest(account, query.limit(asked));
    left -= found.rows().size();
    return found;
  }

  /** Whether the search ended for want of room, and not of rows, texts or budget. */
  private boolean mayHaveMore(SearchResult found, List<Item> rows, SearchQuery query) {
    boolean full = found.rows().size() == asked;
    return !found.complete() && full && left > 0 && rows.size() < query.limit();
  }

  private List<Item> having(long account, List<Item> rows) {
    Map<Long, byte[]> displays =
        store.messages().displays(account, rows.stream().map(Item::message).toList());
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
