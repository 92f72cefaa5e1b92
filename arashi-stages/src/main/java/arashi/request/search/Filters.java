package arashi.request.search;

import arashi.mime.term.ParsedQuery;
import arashi.store.mail.SearchQuery.Filter;
import java.util.Optional;

/** The filters of a typed query, as the store takes them. */
final class Filters {
  private Filters() {}

  /** {@code folder} is the one that the query names; 0 if it names one that does not exist. */
  static Filter of(ParsedQuery typed, Optional<Long> folder) {
    Filter filter =
        Filter.NONE
            .received(typed.after(), typed.before())
            .marked(typed.unread(), typed.flagged(), typed.attachment())
            .sized(typed.larger().orElse(-1), typed.smaller().orElse(Long.MAX_VALUE));
    return folder.map(filter::in).orElse(filter);
  }
}
