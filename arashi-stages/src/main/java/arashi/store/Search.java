package arashi.store;

import arashi.store.SearchQuery.Filter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds mails by terms, newest first. Each public method blocks on the database, and is safe from
 * any thread.
 *
 * <p>{@code search_term} is an inverted index, clustered by (account, term, message); the postings
 * of a term are one key range in the order of time. A search goes back in windows, each of which
 * holds so many postings of the query's rarest term; the database joins them with the others:
 *
 * <pre>
 *   rarest term   … ◄────── window ──────┤◄─ window ─┤ before     until limit rows, or the budget is used up
 *   other terms            the same message?                      one probe of the key each
 *   item                   does it fit the filter?                one row each
 * </pre>
 *
 * The cost depends on the rarest term and the budget, not on the mailbox. See Witten, Moffat and
 * Bell, <i>Managing Gigabytes</i>, 2nd ed., 4.3, on the order of terms.
 */
public final class Search {

  /** Postings of the first window; each further one has {@link #GROWTH} times as many. */
  private static final int FIRST_WINDOW = 128;

  private static final int GROWTH = 4;

  private final Transactions transactions;

  Search(Transactions transactions) {
    this.transactions = transactions;
  }

  /** The newest hits before a message: at most as many as asked for, and as the budget finds. */
  public SearchPage newest(long account, SearchQuery query) {
    Filter filter = query.filter();
    long low = filter.from().map(MessageIds::floor).orElse(0L);
    long high =
        Math.min(query.before(), filter.until().map(MessageIds::floor).orElse(Long.MAX_VALUE));
    List<byte[]> terms = List.copyOf(SearchTerms.of(query.terms()));
    return transactions.read(
        c -> {
          int window = Math.min(FIRST_WINDOW, query.scanBudget());
          List<byte[]> ordered = rarestFirst(c, account, terms, low, high, window);
          return new Scan(c, account, query, ordered, low).run(high, window);
        });
  }

  /**
   * The term first whose window reaches furthest back: it is the least dense where the search
   * begins.
   */
  private static List<byte[]> rarestFirst(
      Connection c, long account, List<byte[]> terms, long low, long high, int window)
      throws SQLException {
    if (terms.size() < 2) {
      return terms;
    }
    List<Reach> reaches = new ArrayList<>();
    for (byte[] term : terms) {
      reaches.add(new Reach(term, windowEnd(c, account, List.of(term), low, high, window)));
    }
    return reaches.stream()
        .sorted(Comparator.comparing(reach -> reach.windowEnd().orElse(Long.MIN_VALUE)))
        .map(Reach::term)
        .toList();
  }

  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Reach(byte[] term, Optional<Long> windowEnd) {}

  /** The last of so many candidates; empty if there are fewer. */
  private static Optional<Long> windowEnd(
      Connection c, long account, List<byte[]> terms, long low, long high, int window)
      throws SQLException {
    List<Object> parameters = new ArrayList<>(List.of(account));
    String range = "item FORCE INDEX (item_by_message) WHERE account = ?";
    if (!terms.isEmpty()) {
      range = "search_term WHERE account = ? AND term = ?";
      parameters.add(terms.get(0));
    }
    parameters.addAll(List.of(low, high, window - 1));
    return Sql.one(
        c,
        "SELECT message FROM "
            + range
            + " AND message >= ? AND message < ? ORDER BY message DESC LIMIT 1 OFFSET ?",
        row -> row.getLong(1),
        parameters.toArray());
  }

  /** One search under way. */
  private record Scan(Connection c, long account, SearchQuery query, List<byte[]> terms, long low) {

    SearchPage run(long high, int firstWindow) throws SQLException {
      List<Item> rows = new ArrayList<>();
      long reached = high;
      int window = firstWindow;
      int left = query.scanBudget();
      while (true) {
        Optional<Long> end = windowEnd(c, account, terms, low, reached, window);
        rows.addAll(hits(end.orElse(low), reached, query.limit() + 1 - rows.size()));
        if (rows.size() > query.limit()) {
          rows = rows.subList(0, query.limit());
          return new SearchPage(rows, rows.get(rows.size() - 1).message(), false);
        }
        if (end.isEmpty()) {
          return new SearchPage(rows, low, true);
        }
        reached = end.get();
        left -= window;
        if (rows.size() == query.limit() || left <= 0) {
          return new SearchPage(rows, reached, false);
        }
        window = Math.min(GROWTH * window, left);
      }
    }

    private List<Item> hits(long from, long before, int limit) throws SQLException {
      Filter filter = query.filter();
      List<Object> parameters = new ArrayList<>();
      for (byte[] term : terms) {
        parameters.addAll(List.of(account, term));
      }
      parameters.addAll(List.of(account, from, before));
      filter.folder().ifPresent(parameters::add);
      parameters.addAll(List.of(filter.largerThan(), filter.smallerThan(), limit));
      return Sql.list(c, hitsSql(terms.size(), filter), Items::item, parameters.toArray());
    }
  }

  /** The tables in the order in which they must be read, whatever the optimiser thinks. */
  static String hitsSql(int terms, Filter filter) {
    StringBuilder tables = new StringBuilder();
    StringBuilder conditions = new StringBuilder();
    for (int t = 0; t < terms; t++) {
      tables.append("search_term t").append(t).append(" STRAIGHT_JOIN ");
      conditions.append("t%1$d.account = ? AND t%1$d.term = ? AND ".formatted(t));
      if (t > 0) {
        conditions.append("t%d.message = t0.message AND ".formatted(t));
      }
    }
    String message = terms > 0 ? "t0.message" : "i.message";
    return "SELECT "
        + Items.COLUMNS
        + " FROM "
        + tables
        + "item i FORCE INDEX (item_by_message) WHERE "
        + conditions
        + "i.account = ?"
        + (terms > 0 ? " AND i.message = t0.message" : "")
        + " AND %1$s >= ? AND %1$s < ?".formatted(message)
        + (filter.folder().isPresent() ? " AND i.folder = ?" : "")
        + " AND i.size > ? AND i.size < ?"
        + filter.unread().map(unread -> flagged(Flag.SEEN, !unread)).orElse("")
        + filter.flagged().map(flagged -> flagged(Flag.FLAGGED, flagged)).orElse("")
        + filter.attachment().map(has -> " AND i.has_attachment = " + (has ? 1 : 0)).orElse("")
        + " ORDER BY "
        + message
        + " DESC LIMIT ?";
  }

  private static String flagged(Flag flag, boolean set) {
    return " AND (i.flags & " + flag.bit + ") " + (set ? "<>" : "=") + " 0";
  }
}
