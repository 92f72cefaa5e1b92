package arashi.request.search;

import arashi.mime.term.QueryParser;
import arashi.store.Store;
import arashi.store.mail.SearchQuery;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;

/**
 * Tells whether a search may have missed mails because only a part of them is indexed. Such mails
 * are rare, and to find none costs as much as another search. So it remembers the accounts that
 * have none, with the number of their last change: as long as that is the same, they still have
 * none. Thread-safe.
 */
final class PartialMails {
  private static final int MOST_ACCOUNTS = 100_000;

  private final Store store;
  private final Cache<Long, Long> withoutAny =
      Caffeine.newBuilder().maximumSize(MOST_ACCOUNTS).build();

  PartialMails(Store store) {
    this.store = store;
  }

  /**
   * True if such a mail fits the filter of a query. Blocks.
   *
   * @param modSeq number of the account's last change when the query was answered: before this
   *     search, so never too new
   */
  boolean mayBeMissedBy(SearchQuery query, long account, long modSeq) {
    Long then = withoutAny.getIfPresent(account);
    if (then != null && then == modSeq) {
      return false;
    }
    SearchQuery partial = query.forTerms(List.of(QueryParser.PARTIAL), 1);
    if (!isFound(account, partial.withoutFilter())) {
      withoutAny.put(account, modSeq);
      return false;
    }
    return isFound(account, partial);
  }

  private boolean isFound(long account, SearchQuery query) {
    return !store.search().newest(account, query).rows().isEmpty();
  }
}
