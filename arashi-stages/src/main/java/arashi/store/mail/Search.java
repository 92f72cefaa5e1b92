package arashi.store.mail;

import arashi.store.database.Sql;
import arashi.store.database.StoreException;
import arashi.store.database.Transactions;
import arashi.store.index.Candidates;
import arashi.store.index.Moment;
import arashi.store.index.SearchIndex;
import arashi.store.index.SearchTerms;
import arashi.store.mail.SearchQuery.Filter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds mails by terms, newest first. Each public method blocks on the database, and is safe from
 * any thread.
 *
 * <p>The index gives candidates: messages that have all terms. A search takes them in windows, and
 * looks up which of them have an item that fits the filter; so a mail that was deleted is hidden at
 * once:
 *
 * <pre>
 *   {@link SearchIndex}  … ◄────── window ──────┤◄─ window ─┤ before    until limit rows, or the budget is used up
 *   item                   is it there, and does it fit the filter?     one row each
 * </pre>
 *
 * The cost depends on the rarest term and the budget, not on the mailbox.
 *
 * <p>In a small mailbox, one statement reads the index and one the items. Each sees the database as
 * it is then, and the last proves that all saw the same ({@link Moment}). If something changed in
 * between, which is rare, the search is run again in a snapshot, which costs three statements more.
 */
public final class Search {

  /** Factor from one window's candidates to the next. */
  private static final int GROWTH = 4;

  /** Rows of the first window when there is no term. */
  private static final int FIRST_WINDOW = 128;

  private static final int MAX_WINDOW = 1_024;

  private static final long NO_FOLDER = 0;

  /** A row like those of items, in no folder. */
  private static final String PROOF =
      "SELECT " + NO_FOLDER + ", 0, %s, 0, 0, '', '', '', 0, 0 FROM account a WHERE a.id = ?";

  private static final int PROOF_AT = 3; // its first column that tells something

  private final Transactions transactions;
  private final SearchIndex index;

  /** Searches of a database. */
  public Search(Transactions transactions, SearchIndex index) {
    this.transactions = transactions;
    this.index = index;
  }

  /** The newest hits before a message: at most as many as asked for, and as the budget finds. */
  public SearchResult newest(long account, SearchQuery query) {
    Filter filter = query.filter();
    long low = filter.from().map(MessageIds::floor).orElse(0L);
    long high =
        Math.min(query.before(), filter.until().map(MessageIds::floor).orElse(Long.MAX_VALUE));
    List<byte[]> terms = List.copyOf(SearchTerms.of(query.terms()));
    if (terms.isEmpty()) {
      return transactions.read(c -> withoutTerms(c, account, query, low, high));
    }
    return transactions
        .read(
            c ->
                index.isConverted(c)
                    ? atOnce(c, account, query, terms, low, high)
                    : Optional.<SearchResult>empty())
        .orElseGet(
            () -> transactions.snapshot(c -> inSnapshot(c, account, query, terms, low, high)));
  }

  /** Without a snapshot; empty if what was read is not of one moment. */
  private Optional<SearchResult> atOnce(
      Connection c, long account, SearchQuery query, List<byte[]> terms, long low, long high)
      throws SQLException {
    Candidates candidates =
        index.candidates(c, false, account, terms, low, high, query.scanBudget());
    try {
      return withTerms(c, account, query, candidates, low);
    } catch (StoreException e) { // blocks are missing; if they still are in a snapshot, it says so
      return Optional.empty();
    }
  }

  private SearchResult inSnapshot(
      Connection c, long account, SearchQuery query, List<byte[]> terms, long low, long high)
      throws SQLException {
    Candidates candidates =
        index.candidates(c, true, account, terms, low, high, query.scanBudget());
    return withTerms(c, account, query, candidates, low).orElseThrow();
  }

  /** True if mail came whose terms are still to be found. */
  public boolean awaitsTerms(long account) {
    return transactions.read(c -> index.awaitsTerms(c, account));
  }

  /** Empty if what was read is not of one moment. */
  private static Optional<SearchResult> withTerms(
      Connection c, long account, SearchQuery query, Candidates candidates, long low)
      throws SQLException {
    Moment moment = candidates.moment();
    List<Item> rows = new ArrayList<>();
    int window = query.limit() + 1;
    while (true) {
      List<Long> found = Arrays.stream(candidates.next(window)).boxed().toList();
      if (!found.isEmpty()) {
        int wanted = query.limit() + 1 - rows.size();
        rows.addAll(hits(c, account, query.filter(), moment, found, wanted));
      }
      if (!moment.isStill(c)) {
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

  /** With one row more than fits, there is more before the last that fits. */
  private static SearchResult result(
      SearchQuery query, List<Item> rows, long reached, boolean complete, int looked, long modSeq) {
    if (rows.size() <= query.limit()) {
      return new SearchResult(rows, reached, complete, looked, modSeq);
    }
    List<Item> page = rows.subList(0, query.limit());
    long last = page.get(page.size() - 1).message();
    return new SearchResult(page, last, false, looked, modSeq);
  }

  /** Items of messages; the last row of the same statement is for the moment. */
  private static List<Item> hits(
      Connection c, long account, Filter filter, Moment moment, List<Long> messages, int limit)
      throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(account, messages));
    addParameters(filter, parameters);
    parameters.add(limit);
    String hits = hitsSql("i.message IN (" + Sql.marks(messages) + ")", filter);
    String proof = PROOF.formatted(moment.columns());
    parameters.addAll(moment.parameters());
    parameters.add(account);
    List<Item> rows = new ArrayList<>();
    Sql.list(
        c,
        "(" + hits + ") UNION ALL (" + proof + ")",
        row -> {
          if (row.getLong(1) == NO_FOLDER) {
            moment.seen(row.getLong(PROOF_AT), row.getInt(PROOF_AT + 1));
            return true;
          }
          return rows.add(Items.item(row));
        },
        parameters.toArray());
    return rows;
  }

  /** Looks at all items, newest first, a window at a time. */
  private static SearchResult withoutTerms(
      Connection c, long account, SearchQuery query, long low, long high) throws SQLException {
    List<Item> rows = new ArrayList<>();
    long reached = high;
    int looked = 0;
    int window = Math.min(FIRST_WINDOW, query.scanBudget());
    while (true) {
      Optional<Long> end = windowEnd(c, account, low, reached, window);
      int wanted = query.limit() + 1 - rows.size();
      rows.addAll(hits(c, account, query.filter(), end.orElse(low), reached, wanted));
      looked += window;
      reached = end.orElse(low);
      boolean isOver = rows.size() >= query.limit() || looked >= query.scanBudget();
      if (isOver || end.isEmpty()) {
        return result(query, rows, reached, end.isEmpty(), looked, SearchResult.NOT_READ);
      }
      window = Math.min(GROWTH * window, query.scanBudget() - looked);
    }
  }

  /** The message at the end of a window; empty if there are fewer. */
  private static Optional<Long> windowEnd(
      Connection c, long account, long low, long high, int window) throws SQLException {
    return Sql.one(
        c,
        "SELECT message FROM item FORCE INDEX (item_by_message) WHERE account = ? AND message >= ?"
            + " AND message < ? ORDER BY message DESC LIMIT 1 OFFSET ?",
        row -> row.getLong(1),
        account,
        low,
        high,
        window - 1);
  }

  private static List<Item> hits(
      Connection c, long account, Filter filter, long from, long before, int limit)
      throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(account, from, before));
    addParameters(filter, parameters);
    parameters.add(limit);
    String range = "i.message >= ? AND i.message < ?";
    return Sql.list(c, hitsSql(range, filter), Items::item, parameters.toArray());
  }

  private static void addParameters(Filter filter, List<Object> parameters) {
    filter.folder().ifPresent(parameters::add);
    parameters.addAll(List.of(filter.largerThan(), filter.smallerThan()));
  }

  /** One index gives the rows in their order, whatever the optimiser thinks. */
  private static String hitsSql(String messages, Filter filter) {
    return "SELECT "
        + Items.COLUMNS
        + " FROM item i FORCE INDEX (item_by_message) WHERE i.account = ? AND "
        + messages
        + (filter.folder().isPresent() ? " AND i.folder = ?" : "")
        + " AND i.size > ? AND i.size < ?"
        + filter.unread().map(unread -> flagged(Flag.SEEN, !unread)).orElse("")
        + filter.flagged().map(flagged -> flagged(Flag.FLAGGED, flagged)).orElse("")
        + filter.attachment().map(has -> " AND i.has_attachment = " + (has ? 1 : 0)).orElse("")
        + " ORDER BY i.message DESC LIMIT ?";
  }

  private static String flagged(Flag flag, boolean set) {
    return " AND (i.flags & " + flag.bit + ") " + (set ? "<>" : "=") + " 0";
  }
}
