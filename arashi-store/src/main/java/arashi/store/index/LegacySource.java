package arashi.store.index;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Messages of {@code search_term}, the index of older releases, during the conversion of an
 * account. Searches backwards in windows with a bounded number of postings of the rarest term.
 * Blocks; not thread-safe.
 */
final class LegacySource implements Source {
  /** Postings of the first window; each further window has {@link #GROWTH} times as many. */
  private static final int FIRST_WINDOW = 128;

  private static final int GROWTH = 4;
  private static final int MAX_WINDOW = 8_192;

  private final Connection c;
  private final long account;
  private final long low;
  private List<byte[]> terms;
  private boolean isOrdered;
  private int window = FIRST_WINDOW;
  private long before; // where the next window ends
  private FoundIds found = new FoundIds(new long[0]);
  private boolean isDone;

  /**
   * Creates a source of messages from {@code low} up to {@code before}.
   *
   * @param terms full terms; this index has their first 64 bytes
   */
  LegacySource(Connection c, long account, List<byte[]> terms, long low, long before) {
    this.c = c;
    this.account = account;
    this.low = low;
    this.before = before;
    this.terms = terms.stream().map(SearchTerms::legacy).toList();
    this.isDone = before <= low;
  }

  @Override
  public long bound() {
    if (found.isReady()) {
      return found.bound();
    }
    return isDone ? END : before - 1;
  }

  @Override
  public boolean isReady() {
    return found.isReady();
  }

  @Override
  public void take() {
    found.take();
  }

  @Override
  public int look(int wanted, int misses) throws SQLException {
    int size = Math.min(window, misses);
    if (!isOrdered) {
      terms = rarestFirst(size);
      isOrdered = true;
    }
    Optional<Long> end = windowEnd(terms.get(0), size);
    long from = end.orElse(low);
    long[] messages = matches(from);
    found = new FoundIds(messages);
    before = from;
    isDone = end.isEmpty();
    window = Math.min(MAX_WINDOW, GROWTH * window);
    return end.isEmpty() ? 0 : size - messages.length;
  }

  /** Orders the terms by how far their windows reach back, furthest first. */
  private List<byte[]> rarestFirst(int size) throws SQLException {
    if (terms.size() < 2) {
      return terms;
    }
    List<Reach> reaches = new ArrayList<>();
    for (byte[] term : terms) {
      reaches.add(new Reach(term, windowEnd(term, size)));
    }
    return reaches.stream()
        .sorted(Comparator.comparing(reach -> reach.windowEnd().orElse(Long.MIN_VALUE)))
        .map(Reach::term)
        .toList();
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Reach(byte[] term, Optional<Long> windowEnd) {}

  /** Returns the posting at the end of a window; empty if there are fewer. */
  private Optional<Long> windowEnd(byte[] term, int size) throws SQLException {
    return Sql.one(
        c,
        "SELECT message FROM search_term WHERE account = ? AND term = ? AND message >= ? AND"
            + " message < ? ORDER BY message DESC LIMIT 1 OFFSET ?",
        row -> row.getLong(1),
        account,
        term,
        low,
        before,
        size - 1);
  }

  /** Fixes the join order, regardless of the optimizer. */
  private long[] matches(long from) throws SQLException {
    StringBuilder tables = new StringBuilder("search_term t0");
    StringBuilder conditions = new StringBuilder("t0.account = ? AND t0.term = ?");
    List<Object> parameters = new ArrayList<>(List.of(account, terms.get(0)));
    for (int t = 1; t < terms.size(); t++) {
      tables.append(" STRAIGHT_JOIN search_term t").append(t);
      conditions.append(
          " AND t%1$d.account = ? AND t%1$d.term = ? AND t%1$d.message = t0.message".formatted(t));
      parameters.addAll(List.of(account, terms.get(t)));
    }
    parameters.addAll(List.of(from, before));
    List<Long> messages =
        Sql.list(
            c,
            "SELECT t0.message FROM "
                + tables
                + " WHERE "
                + conditions
                + " AND t0.message >= ? AND t0.message < ? ORDER BY t0.message DESC",
            row -> row.getLong(1),
            parameters.toArray());
    return messages.stream().mapToLong(Long::longValue).toArray();
  }
}
