package arashi.store;

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

  /**
   * Conditions on the item's row; an empty one holds for every item.
   *
   * @param folder only in this folder
   * @param from received then or later
   * @param until received before
   * @param unread only without {@link Flag#SEEN}
   * @param flagged only with {@link Flag#FLAGGED}
   * @param attachment only with attachments
   * @param largerThan only of more bytes, -1 for all
   */
  public record Filter(
      Optional<Long> folder,
      Optional<Instant> from,
      Optional<Instant> until,
      boolean unread,
      boolean flagged,
      boolean attachment,
      long largerThan) {

    /** Holds for every item. */
    public static final Filter NONE =
        new Filter(Optional.empty(), Optional.empty(), Optional.empty(), false, false, false, -1);

    /** Holds for the items of a folder. */
    public static Filter in(long folder) {
      return new Filter(
          Optional.of(folder), Optional.empty(), Optional.empty(), false, false, false, -1);
    }
  }
}
