package arashi.store.mail;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.index.Candidates;
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
 */
public final class Search {

  /** Factor from one window's candidates to the next. */
  private static final int GROWTH = 4;

  /** Rows of the first window when there is no term. */
  private static final int FIRST_WINDOW = 128;

  private static final int MAX_WINDOW = 1_024;

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
    return transactions.snapshot(
        c -> {
          Candidates candidates =
              index.candidates(c, account, terms, low, high, query.scanBudget());
          return withTerms(c, account, query, candidates, low);
        });
  }

  /** True if mail came whose terms are still to be found. */
  public boolean awaitsTerms(long account) {
    return transactions.read(c -> index.awaitsTerms(c, account));
  }

  private static SearchResult withTerms(
      Connection c, long account, SearchQuery query, Candidates candidates, long low)
      throws SQLException {
    List<Item> rows = new ArrayList<>();
    int window = query.limit() + 1;
    while (true) {
      List<Long> found = Arrays.stream(candidates.next(window)).boxed().toList();
      if (!found.isEmpty()) {
        rows.addAll(hits(c, account, query.filter(), found, query.limit() + 1 - rows.size()));
      }
      if (rows.size() > query.limit()) {
        return cut(rows, query.limit());
      }
      if (candidates.isComplete()) {
        return new SearchResult(rows, low, true);
      }
      if (rows.size() == query.limit() || candidates.isSpent()) {
        return new SearchResult(rows, Math.max(low, candidates.reached()), false);
      }
      window = Math.min(GROWTH * window, Math.max(window, MAX_WINDOW));
    }
  }

  /** One row too many was found: there is more before the last that fits. */
  private static SearchResult cut(List<Item> rows, int limit) {
    List<Item> page = rows.subList(0, limit);
    return new SearchResult(page, page.get(limit - 1).message(), false);
  }

  private static List<Item> hits(
      Connection c, long account, Filter filter, List<Long> messages, int limit)
      throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(account, messages));
    addParameters(filter, parameters);
    parameters.add(limit);
    return Sql.list(
        c,
        hitsSql("i.message IN (" + Sql.marks(messages) + ")", filter),
        Items::item,
        parameters.toArray());
  }

  /** Looks at all items, newest first, a window at a time. */
  private static SearchResult withoutTerms(
      Connection c, long account, SearchQuery query, long low, long high) throws SQLException {
    List<Item> rows = new ArrayList<>();
    long reached = high;
    int left = query.scanBudget();
    int window = Math.min(FIRST_WINDOW, left);
    while (true) {
      Optional<Long> end = windowEnd(c, account, low, reached, window);
      rows.addAll(
          hits(
              c,
              account,
              query.filter(),
              end.orElse(low),
              reached,
              query.limit() + 1 - rows.size()));
      if (rows.size() > query.limit()) {
        return cut(rows, query.limit());
      }
      if (end.isEmpty()) {
        return new SearchResult(rows, low, true);
      }
      reached = end.get();
      left -= window;
      if (rows.size() == query.limit() || left <= 0) {
        return new SearchResult(rows, reached, false);
      }
      window = Math.min(GROWTH * window, left);
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
