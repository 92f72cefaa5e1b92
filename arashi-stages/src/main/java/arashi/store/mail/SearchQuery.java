package arashi.store.mail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What to look for in an account, newest first.
 *
 * @param terms all of which a mail must have; with none, every mail is looked at
 * @param filter what else it must be
 * @param before where the search continues: the {@code reached} of the page before; {@link
 *     #FROM_NEWEST} to begin
 * @param limit most rows of the answer
 * @param scanBudget most rows to look at, roughly; a search that used it up answers with what it
 *     has
 */
public record SearchQuery(
    List<String> terms, Filter filter, long before, int limit, int scanBudget) {

  /** Before which every message lies. */
  public static final long FROM_NEWEST = Long.MAX_VALUE;

  /** Most terms of a query; the rest would add cost, not precision. */
  public static final int MAX_TERMS = 16;

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if there are too many terms, or limit or budget is not
   *     positive
   */
  public SearchQuery {
    terms = List.copyOf(terms);
    if (terms.size() > MAX_TERMS || limit < 1 || scanBudget < 1) {
      throw new IllegalArgumentException(
          "a search has at most %d terms, and a limit and a budget of at least 1"
              .formatted(MAX_TERMS));
    }
  }

  /** The same, continued. */
  public SearchQuery before(long message) {
    return new SearchQuery(terms, filter, message, limit, scanBudget);
  }

  /** The same with another limit. */
  public SearchQuery limit(int most) {
    return new SearchQuery(terms, filter, before, most, scanBudget);
  }

  /** The same with another budget. */
  public SearchQuery scanBudget(int most) {
    return new SearchQuery(terms, filter, before, limit, most);
  }

  /** The same for all items. */
  public SearchQuery withoutFilter() {
    return new SearchQuery(terms, Filter.NONE, before, limit, scanBudget);
  }

  /** The newest of the same filter with other terms. */
  public SearchQuery forTerms(List<String> others, int most) {
    return new SearchQuery(others, filter, FROM_NEWEST, most, scanBudget);
  }

  /**
   * Conditions on the item's row; an empty one holds for every item. Made from {@link #NONE} by
   * adding conditions.
   *
   * @param folder only in this folder
   * @param from received then or later
   * @param until received before
   * @param unread whether {@link Flag#SEEN} is missing
   * @param flagged whether it has {@link Flag#FLAGGED}
   * @param attachment whether it has attachments
   * @param largerThan only of more bytes, -1 for all
   * @param smallerThan only of fewer bytes, {@link Long#MAX_VALUE} for all
   */
  public record Filter(
      Optional<Long> folder,
      Optional<Instant> from,
      Optional<Instant> until,
      Optional<Boolean> unread,
      Optional<Boolean> flagged,
      Optional<Boolean> attachment,
      long largerThan,
      long smallerThan) {

    /** Holds for every item. */
    public static final Filter NONE =
        new Filter(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            -1,
            Long.MAX_VALUE);

    /** Only in this folder. */
    public Filter in(long id) {
      return new Filter(
          Optional.of(id), from, until, unread, flagged, attachment, largerThan, smallerThan);
    }

    /** Only what was received within these bounds. */
    public Filter received(Optional<Instant> first, Optional<Instant> end) {
      return new Filter(folder, first, end, unread, flagged, attachment, largerThan, smallerThan);
    }

    /** Only with, or only without, these marks. */
    public Filter marked(
        Optional<Boolean> asUnread, Optional<Boolean> asFlagged, Optional<Boolean> withAttachment) {
      return new Filter(
          folder, from, until, asUnread, asFlagged, withAttachment, largerThan, smallerThan);
    }

    /** Only of sizes between these, both excluded. */
    public Filter sized(long larger, long smaller) {
      return new Filter(folder, from, until, unread, flagged, attachment, larger, smaller);
    }
  }
}
