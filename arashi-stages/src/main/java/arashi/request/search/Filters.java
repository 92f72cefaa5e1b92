package arashi.request.search;

import arashi.mime.term.ParsedQuery;
import arashi.store.mail.SearchQuery.Filter;
import java.util.Optional;

/** Converts the filters of a parsed query for the store. */
final class Filters {
  private Filters() {}

  /** Converts the filters; {@code folder} is the id of the named folder, 0 if it does not exist. */
  static Filter of(ParsedQuery typed, Optional<Long> folder) {
    Filter filter =
        Filter.NONE
            .received(typed.after(), typed.before())
            .marked(typed.unread(), typed.flagged(), typed.attachment())
            .sized(typed.larger().orElse(-1), typed.smaller().orElse(Long.MAX_VALUE));
    return folder.map(filter::in).orElse(filter);
  }
}
