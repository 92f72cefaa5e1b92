package arashi.request.search;

import arashi.mime.term.QueryParser;
import arashi.store.Store;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;

/**
 * Tells whether a search may have missed mails because only a part of them is indexed. To find out
 * costs as much as another search. So it remembers of an account whether it has such mails at all,
 * with the number of the account's last change: as long as that is the same, the answer is. Only
 * where there are some, and the query has a filter, it searches again. Thread-safe.
 */
final class PartialMails {
  private static final int MOST_ACCOUNTS = 100_000;

  private final Store store;
  private final Cache<Long, Known> known = Caffeine.newBuilder().maximumSize(MOST_ACCOUNTS).build();

  private record Known(long modSeq, boolean hasAny) {}

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
    SearchQuery partial = query.forTerms(List.of(QueryParser.PARTIAL), 1);
    Known then = known.getIfPresent(account);
    if (then == null || then.modSeq != modSeq) {
      then = new Known(modSeq, isFound(account, partial.withoutFilter()));
      known.put(account, then);
    }
    return then.hasAny && (query.filter().equals(Filter.NONE) || isFound(account, partial));
  }

  private boolean isFound(long account, SearchQuery query) {
    return !store.search().newest(account, query).rows().isEmpty();
  }
}
