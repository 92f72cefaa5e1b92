package arashi.store.mail;

import arashi.store.database.StoreException;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.index.Candidates;
import arashi.store.index.Moment;
import arashi.store.index.QueryTerms;
import arashi.store.index.SearchIndex;
import arashi.store.mail.SearchQuery.Filter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds mails by terms, newest first. Each public method blocks on the database, and is safe from
 * any thread.
 *
 * <p>The index yields candidates: messages that have all terms. A search takes them in windows, and
 * looks up which of them have an item that matches the filter. So a deleted mail is hidden at once:
 *
 * <pre>
 *   {@link SearchIndex}  … ◄────── window ──────┤◄─ window ─┤ before    until limit rows, or the budget is spent
 *   item                   does it exist, and match the filter?        one row each
 * </pre>
 *
 * The cost depends on the rarest term and the budget, not on the size of the mailbox.
 *
 * <p>In a small mailbox, one statement reads the index and another the items. Each reads its own
 * snapshot, and the last verifies that all saw the same state ({@link Moment}). If a change
 * occurred in between, which is rare, the search is repeated in one snapshot, which costs three
 * more statements.
 */
public final class Search {

  /** Growth factor of the windows. */
  private static final int GROWTH = 4;

  /** Rows of the first window of a search without terms. */
  private static final int FIRST_WINDOW = 128;

  private static final int MAX_WINDOW = 1_024;

  private static final long NO_FOLDER = 0;

  /** A row in the format of items, with folder 0. */
  private static final String PROOF =
      """
      SELECT %d, 0, %s, 0, 0, '', '', '', 0, 0 FROM account a WHERE a.id = ?
      """
          .formatted(NO_FOLDER, Moment.COLUMNS);

  private final Transactions transactions;
  private final SearchIndex index;

  /** Creates the search of a database. */
  public Search(Transactions transactions, SearchIndex index) {
    this.transactions = transactions;
    this.index = index;
  }

  /** Returns the newest hits before a message, up to the limit and the budget. */
  public SearchResult newest(long account, SearchQuery query) {
    Filter filter = query.filter();
    long low = filter.from().map(MessageIds::floor).orElse(0L);
    long high =
        Math.min(query.before(), filter.until().map(MessageIds::floor).orElse(Long.MAX_VALUE));
    QueryTerms terms =
        QueryTerms.of(query.terms(), query.earlier().terms(), query.earlier().before());
    if (terms.present().isEmpty()) {
      return transactions.read(tx -> withoutTerms(tx, account, query, low, high));
    }
    return transactions
        .read(tx -> atOnce(tx, account, query, terms, low, high))
        .orElseGet(
            () -> transactions.snapshot(tx -> inSnapshot(tx, account, query, terms, low, high)));
  }

  /** Searches without a snapshot; returns empty if the reads saw different states. */
  private Optional<SearchResult> atOnce(
      Tx tx, long account, SearchQuery query, QueryTerms terms, long low, long high) {
    Candidates candidates =
        index.candidates(tx, false, account, terms, low, high, query.scanBudget());
    try {
      return withTerms(tx, account, query, candidates, low);
    } catch (StoreException e) { // blocks are missing; if they really are, the snapshot reports it
      return Optional.empty();
    }
  }

  private SearchResult inSnapshot(
      Tx tx, long account, SearchQuery query, QueryTerms terms, long low, long high) {
    Candidates candidates =
        index.candidates(tx, true, account, terms, low, high, query.scanBudget());
    return withTerms(tx, account, query, candidates, low).orElseThrow();
  }

  /** Returns true if mail has arrived whose terms are incomplete. */
  public boolean awaitsTerms(long account) {
    return transactions.read(tx -> index.awaitsTerms(tx, account));
  }

  /** Returns empty if the reads saw different states. */
  private static Optional<SearchResult> withTerms(
      Tx tx, long account, SearchQuery query, Candidates candidates, long low) {
    Moment moment = candidates.moment();
    List<Item> rows = new ArrayList<>();
    int window = query.limit() + 1;
    while (true) {
      List<Long> found = Arrays.stream(candidates.next(window)).boxed().toList();
      if (!found.isEmpty()) {
        int wanted = query.limit() + 1 - rows.size();
        rows.addAll(hits(tx, account, query.filter(), moment, found, wanted));
      }
      if (!moment.isStill(tx)) {
        return Optional.empty();
      }
      boolean isComplete = candidates.isComplete();
      if (isComplete || rows.size() >= query.limit() || candidates.isSpent()) {
        long reached = isComplete ? low : Math.max(low, candidates.reached());
        return Optional.of(
            result(query, rows, reached, isComplete, candidates.spent(), moment.modSeq()));
      }
      window = Math.min(GROWTH * window, Math.max(window, MAX_WINDOW));
    }
  }

  /** A row beyond the limit shows that there is more before the last row of the page. */
  private static SearchResult result(
      SearchQuery query, List<Item> rows, long reached, boolean complete, int looked, long modSeq) {
    if (rows.size() <= query.limit()) {
      return new SearchResult(rows, reached, complete, looked, modSeq);
    }
    List<Item> page = rows.subList(0, query.limit());
    long last = page.get(page.size() - 1).message();
    return new SearchResult(page, last, false, looked, modSeq);
  }

  /** Reads the items of messages; the last row of the same statement validates the moment. */
  private static List<Item> hits(
      Tx tx, long account, Filter filter, Moment moment, List<Long> messages, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(account, messages));
    addParameters(filter, parameters);
    parameters.addAll(List.of(limit, moment.readsItems(), account));
    List<Item> rows = new ArrayList<>();
    tx.list(
        "(" + hitsSql("i.message IN (?)", filter) + ") UNION ALL (" + PROOF + ")",
        row -> {
          if (row.getLong("folder") == NO_FOLDER) { // in the columns of two of an item's fields
            moment.seen(row.getLong("message"), row.getInt("received_at"));
            return true;
          }
          return rows.add(Items.item(row));
        },
        parameters.toArray());
    return rows;
  }

  /** Scans all items, newest first, in windows. */
  private static SearchResult withoutTerms(
      Tx tx, long account, SearchQuery query, long low, long high) {
    List<Item> rows = new ArrayList<>();
    long reached = high;
    int looked = 0;
    int window = Math.min(FIRST_WINDOW, query.scanBudget());
    while (true) {
      Optional<Long> end = windowEnd(tx, account, low, reached, window);
      int wanted = query.limit() + 1 - rows.size();
      rows.addAll(hits(tx, account, query.filter(), end.orElse(low), reached, wanted));
      looked += window;
      reached = end.orElse(low);
      boolean isOver = rows.size() >= query.limit() || looked >= query.scanBudget();
      if (isOver || end.isEmpty()) {
        return result(query, rows, reached, end.isEmpty(), looked, SearchResult.NOT_READ);
      }
      window = Math.min(GROWTH * window, query.scanBudget() - looked);
    }
  }

  /** Returns the message at the end of a window; empty if there are fewer. */
  private static Optional<Long> windowEnd(Tx tx, long account, long low, long high, int window) {
    return tx.number(
        """
        SELECT message FROM item FORCE INDEX (item_by_message)
        WHERE account = ? AND message >= ? AND message < ?
        ORDER BY message DESC LIMIT 1 OFFSET ?
        """,
        account,
        low,
        high,
        window - 1);
  }

  private static List<Item> hits(
      Tx tx, long account, Filter filter, long from, long before, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(account, from, before));
    addParameters(filter, parameters);
    parameters.add(limit);
    String range = "i.message >= ? AND i.message < ?";
    return tx.list(hitsSql(range, filter), Items::item, parameters.toArray());
  }

  private static void addParameters(Filter filter, List<Object> parameters) {
    filter.folder().ifPresent(parameters::add);
    parameters.addAll(List.of(filter.largerThan(), filter.smallerThan()));
  }

  /** Forces the index that returns the rows in order, regardless of the optimizer. */
  private static String hitsSql(String messages, Filter filter) {
    return """
        SELECT %s FROM item i FORCE INDEX (item_by_message)
        WHERE i.account = ? AND %s AND i.size > ? AND i.size < ?%s%s%s
        ORDER BY i.message DESC LIMIT ?
        """
        .formatted(
            Items.COLUMNS,
            messages + (filter.folder().isPresent() ? " AND i.folder = ?" : ""),
            filter.unread().map(unread -> flagged(Flag.SEEN, !unread)).orElse(""),
            filter.flagged().map(flagged -> flagged(Flag.FLAGGED, flagged)).orElse(""),
            filter.attachment().map(has -> " AND i.has_attachment = " + (has ? 1 : 0)).orElse(""));
  }

  private static String flagged(Flag flag, boolean set) {
    return " AND (i.flags & " + flag.bit + ") " + (set ? "<>" : "=") + " 0";
  }
}
