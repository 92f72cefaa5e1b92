package arashi.request.search;

import arashi.mime.MailView;
import arashi.mime.Phrase;
import arashi.store.Item;
import arashi.store.SearchPage;
import arashi.store.SearchQuery;
import arashi.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Searches by terms, and looks into what was found whether words of a phrase stand together. Blocks
 * on the database.
 */
final class PhraseSearch {
  /** As often hits are looked into before the page is answered with what there is. */
  private static final int MOST_LOOKS = 4;

  private final Store store;

  PhraseSearch(Store store) {
    this.store = store;
  }

  /** The newest hits that have all phrases; perhaps fewer than there are, see the answer. */
  SearchPage newest(long account, SearchQuery query, List<Phrase> phrases) {
    SearchPage found = store.search().newest(account, query);
    if (phrases.isEmpty()) {
      return found;
    }
    List<Item> rows = with(phrases, account, found.rows());
    for (int looks = 1; looks < MOST_LOOKS && mayHaveMore(found, rows, query); looks++) {
      found = store.search().newest(account, query.before(found.reached()));
      rows.addAll(with(phrases, account, found.rows()));
    }
    if (rows.size() > query.limit()) {
      List<Item> page = rows.subList(0, query.limit());
      return new SearchPage(page, page.get(page.size() - 1).message(), false);
    }
    return new SearchPage(rows, found.reached(), found.complete());
  }

  /** Whether the search ended for want of room, and not of rows or budget. */
  private static boolean mayHaveMore(SearchPage found, List<Item> rows, SearchQuery query) {
    return !found.complete() && found.rows().size() == query.limit() && rows.size() < query.limit();
  }

  private List<Item> with(List<Phrase> phrases, long account, List<Item> rows) {
    Map<Long, byte[]> displays =
        store.messages().displays(account, rows.stream().map(Item::message).toList());
    List<Item> having = new ArrayList<>();
    for (Item row : rows) {
      byte[] display = displays.get(row.message());
      if (display != null && has(phrases, MailView.decode(display))) {
        having.add(row);
      }
    }
    return having;
  }

  private static boolean has(List<Phrase> phrases, MailView view) {
    return phrases.stream().allMatch(phrase -> phrase.isIn(view));
  }
}
