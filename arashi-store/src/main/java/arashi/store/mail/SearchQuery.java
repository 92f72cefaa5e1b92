package arashi.store.mail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A search in an account, newest first.
 *
 * @param terms terms that a mail must have; if empty, every mail is examined
 * @param earlier terms that a mail of an earlier parser version may have instead
 * @param filter further conditions
 * @param before where to continue: the {@code reached} of the previous page; {@link #FROM_NEWEST}
 *     to begin
 * @param limit maximum rows of the result
 * @param scanBudget approximate maximum rows examined; a search that spends it returns its hits so
 *     far
 */
public record SearchQuery(
    List<String> terms, Earlier earlier, Filter filter, long before, int limit, int scanBudget) {

  /** Exclusive upper bound of all messages. */
  public static final long FROM_NEWEST = Long.MAX_VALUE;

  /** Maximum terms per query; more would add cost, not precision. */
  public static final int MAX_TERMS = 16;

  /**
   * Validates the bounds.
   *
   * @throws IllegalArgumentException if there are too many terms, or limit or budget is not
   *     positive
   */
  public SearchQuery {
    terms = List.copyOf(terms);
    if (Math.max(terms.size(), earlier.terms().size()) > MAX_TERMS || limit < 1 || scanBudget < 1) {
      throw new IllegalArgumentException(
          "a search must have at most %d terms, and a limit and a budget of at least 1"
              .formatted(MAX_TERMS));
    }
  }

  /** Creates a query for mails of the present parser version. */
  public SearchQuery(List<String> terms, Filter filter, long before, int limit, int scanBudget) {
    this(terms, Earlier.NONE, filter, before, limit, scanBudget);
  }

  /** Returns the query with terms of an earlier parser version. */
  public SearchQuery orEarlier(Earlier other) {
    return new SearchQuery(terms, other, filter, before, limit, scanBudget);
  }

  /** Returns the query continued before a message. */
  public SearchQuery before(long message) {
    return new SearchQuery(terms, earlier, filter, message, limit, scanBudget);
  }

  /** Returns the query with another limit. */
  public SearchQuery limit(int most) {
    return new SearchQuery(terms, earlier, filter, before, most, scanBudget);
  }

  /** Returns the query with another budget. */
  public SearchQuery scanBudget(int most) {
    return new SearchQuery(terms, earlier, filter, before, limit, most);
  }

  /** Returns the query without its filter. */
  public SearchQuery withoutFilter() {
    return new SearchQuery(terms, earlier, Filter.NONE, before, limit, scanBudget);
  }

  /** Returns the query from the newest mail, with other terms and the same filter. */
  public SearchQuery forTerms(List<String> others, int most) {
    return new SearchQuery(others, filter, FROM_NEWEST, most, scanBudget);
  }

  /**
   * Terms that an earlier parser version made of the same words. They are looked up in accounts
   * with mail of such a version, see {@link Remaking}.
   *
   * @param before the first parser version that no longer makes them
   * @param terms empty if there is no such version
   */
  public record Earlier(int before, List<String> terms) {
    /** No earlier version made other terms. */
    public static final Earlier NONE = new Earlier(0, List.of());

    /** Copies the list. */
    public Earlier {
      terms = List.copyOf(terms);
    }
  }

  /**
   * Conditions on the item; an empty condition matches every item. Start with {@link #NONE} and add
   * conditions.
   *
   * @param folder folder of the item
   * @param from earliest time of receipt
   * @param until exclusive upper bound of the time of receipt
   * @param unread whether {@link Flag#SEEN} is missing
   * @param flagged whether it has {@link Flag#FLAGGED}
   * @param attachment whether it has attachments
   * @param largerThan exclusive lower bound of bytes, -1 for all
   * @param smallerThan exclusive upper bound of bytes, {@link Long#MAX_VALUE} for all
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

    /** Matches every item. */
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

    /** Returns the filter with a folder. */
    public Filter in(long id) {
      return new Filter(
          Optional.of(id), from, until, unread, flagged, attachment, largerThan, smallerThan);
    }

    /** Returns the filter with bounds on the time of receipt. */
    public Filter received(Optional<Instant> first, Optional<Instant> end) {
      return new Filter(folder, first, end, unread, flagged, attachment, largerThan, smallerThan);
    }

    /** Returns the filter with these conditions on flags and attachments. */
    public Filter marked(
        Optional<Boolean> asUnread, Optional<Boolean> asFlagged, Optional<Boolean> withAttachment) {
      return new Filter(
          folder, from, until, asUnread, asFlagged, withAttachment, largerThan, smallerThan);
    }

    /** Returns the filter with exclusive bounds on the size. */
    public Filter sized(long larger, long smaller) {
      return new Filter(folder, from, until, unread, flagged, attachment, larger, smaller);
    }
  }
}
