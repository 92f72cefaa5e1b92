package arashi.store;

import arashi.store.SearchQuery.Filter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds mails by terms, newest first. Each public method blocks on the database, and is safe from
 * any thread.
 *
 * <p>{@code search_term} is an inverted index, clustered by (account, term, message); the postings
 * of a term are one key range in the order of time. An AND reads the postings of its rarest term
 * backwards, a chunk at a time, and asks for each other term which of the chunk it has too:
 *
 * <pre>
 *   rarest term   … ◄──chunk──┤◄──chunk──┤ before        until limit rows, or the budget is used up
 *   other terms      which of these?                     one probe of the key each
 *   item             which fit the filter?               one row each
 * </pre>
 *
 * The cost depends on the rarest term and the budget, not on the mailbox. See Witten, Moffat and
 * Bell, <i>Managing Gigabytes</i>, 2nd ed., 4.3, on the order of terms.
 */
public final class Search {

  private static final int FIRST_CHUNK = 64;
  private static final int MAX_CHUNK = 512;

  /**
   * Postings read of each term to find the rarest. Of terms that have more, the one is rarest whose
   * newest so many reach furthest back: its postings are the least dense where the search begins.
   */
  private static final int PROBE = 128;

  private static final String POSTINGS =
      " FROM search_term WHERE account = ? AND term = ? AND message >= ? AND message < ?";

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
    return transactions.read(
        c -> {
          List<byte[]> terms = List.copyOf(SearchTerms.of(query.terms()));
          return new Scan(c, account, query, rarestFirst(c, account, terms, low, high), low)
              .run(high);
        });
  }

  private static List<byte[]> rarestFirst(
      Connection c, long account, List<byte[]> terms, long low, long high) throws SQLException {
    if (terms.size() < 2) {
      return terms;
    }
    List<Probe> probes = new ArrayList<>();
    for (byte[] term : terms) {
      Sql.one(
              c,
              "SELECT COUNT(*), COALESCE(MIN(message), 0) FROM (SELECT message"
                  + POSTINGS
                  + " ORDER BY message DESC LIMIT ?) AS newest",
              row -> new Probe(term, row.getInt(1), row.getLong(2)),
              account,
              term,
              low,
              high,
              PROBE)
          .ifPresent(probes::add);
    }
    return probes.stream()
        .sorted(Comparator.comparing(Probe::postings).thenComparing(Probe::oldest))
        .map(Probe::term)
        .toList();
  }

  /** The newest postings of a term: how many, and how far back they reach. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Probe(byte[] term, int postings, long oldest) {}

  /** One search under way. */
  private record Scan(Connection c, long account, SearchQuery query, List<byte[]> terms, long low) {

    SearchPage run(long high) throws SQLException {
      List<Item> rows = new ArrayList<>();
      long reached = high;
      int looked = 0;
      int size = FIRST_CHUNK;
      while (true) {
        List<Long> chunk = chunk(reached, size);
        looked += chunk.size();
        if (!chunk.isEmpty()) {
          rows.addAll(items(withOtherTerms(chunk)));
        }
        if (rows.size() > query.limit()) {
          rows = rows.subList(0, query.limit());
          return new SearchPage(rows, rows.get(rows.size() - 1).message(), false);
        }
        if (chunk.size() < size) {
          return new SearchPage(rows, low, true);
        }
        reached = chunk.get(chunk.size() - 1);
        if (rows.size() == query.limit() || looked >= query.scanBudget()) {
          return new SearchPage(rows, reached, false);
        }
        size = Math.min(2 * size, MAX_CHUNK);
      }
    }

    /** The next candidates, newest first. */
    private List<Long> chunk(long before, int size) throws SQLException {
      if (terms.isEmpty()) {
        return Sql.list(
            c,
            "SELECT message FROM item WHERE account = ? AND message >= ? AND message < ?"
                + " ORDER BY message DESC LIMIT ?",
            row -> row.getLong(1),
            account,
            low,
            before,
            size);
      }
      return Sql.list(
          c,
          "SELECT message" + POSTINGS + " ORDER BY message DESC LIMIT ?",
          row -> row.getLong(1),
          account,
          terms.get(0),
          low,
          before,
          size);
    }

    private List<Long> withOtherTerms(List<Long> candidates) throws SQLException {
      List<Long> left = candidates;
      for (byte[] term : terms.subList(Math.min(1, terms.size()), terms.size())) {
        if (left.isEmpty()) {
          return left;
        }
        left =
            Sql.list(
                c,
                "SELECT message FROM search_term WHERE account = ? AND term = ? AND message IN ("
                    + Sql.marks(left)
                    + ")",
                row -> row.getLong(1),
                account,
                term,
                left);
      }
      return left;
    }

    private List<Item> items(List<Long> messages) throws SQLException {
      if (messages.isEmpty()) {
        return List.of();
      }
      Filter filter = query.filter();
      List<Object> parameters = new ArrayList<>(Arrays.asList(account, messages));
      filter.folder().ifPresent(parameters::add);
      parameters.add(filter.largerThan());
      parameters.add(filter.smallerThan());
      parameters.add(query.limit() + 1);
      return Sql.list(c, itemsSql(filter, Sql.marks(messages)), Items::item, parameters.toArray());
    }
  }

  static String itemsSql(Filter filter, String marks) {
    return "SELECT "
        + Items.COLUMNS
        + " FROM item i FORCE INDEX (item_by_message) WHERE i.account = ? AND i.message IN ("
        + marks
        + ")"
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
