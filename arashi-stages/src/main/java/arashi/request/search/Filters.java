package arashi.request.search;

import arashi.store.SearchQuery.Filter;
import java.util.Optional;

/** The filters of a typed query, as the store takes them. */
final class Filters {
  private Filters() {}

  static Filter of(arashi.mime.SearchQuery typed, Optional<Long> folder) {
    return new Filter(
        folder,
        typed.after(),
        typed.before(),
        typed.unread().orElse(false),
        typed.flagged().orElse(false),
        typed.attachment().orElse(false),
        typed.larger().orElse(-1));
  }
}
