package arashi.request.search;

import arashi.mime.term.QueryParser;
import arashi.store.Store;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;

/**
 * Determines whether a search may have missed mails that are only partly indexed. The check costs
 * as much as another search. So the result "the account has such mails" is cached, valid while the
 * number of the account's last change is unchanged. Only if it is true and the query has a filter,
 * a second search runs. Thread-safe.
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
   * True if a partly indexed mail passes the filter of a query. Blocks.
   *
   * @param modSeq number of the account's last change, read before this search, so that it is never
   *     too new
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
    return !store.mail().search().newest(account, query).rows().isEmpty();
  }
}
