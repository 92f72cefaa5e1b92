package arashi.store.index;

import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Mails whose terms have changed. Segments are immutable, so {@code search_stale} lists the mails
 * for which a segment is outdated; searches and folds skip these copies. At any time, one copy of
 * each mail is current: in one live segment or in {@code search_fresh}.
 *
 * <pre>
 *   lock order   the account's row ─► search_fresh ─► live segments
 *   the last step of a fold locks its output ─► its inputs, which are live until then
 * </pre>
 *
 * <p>The statements run in the caller's transaction and block.
 */
final class StaleMails {
  private static final Moment LOCKED = new Moment(0, 0, true);

  private StaleMails() {}

  /**
   * Marks all copies of some messages in segments as stale. The segments stay live until the end of
   * the transaction.
   *
   * @param messages at least one, none in {@code search_fresh}; the account's row is locked
   */
  static void mark(Connection c, long account, BlockCache cache, List<Long> messages)
      throws SQLException {
    SegmentBlocks blocks = new SegmentBlocks(c, account, cache, LOCKED);
    for (SegmentRow segment : lockLive(c, account, messages)) {
      Set<Long> known = among(c, account, segment.segment(), messages);
      SegmentIds ids = new SegmentIds(blocks, LiveSegment.of(segment));
      List<Long> late = new ArrayList<>();
      for (long message : messages) {
        if (!known.contains(message) && ids.has(message)) {
          late.add(message);
        }
      }
      if (!late.isEmpty()) {
        insert(c, account, segment.segment(), late);
        Sql.update(
            c,
            "UPDATE search_segment SET stale = stale + ? WHERE account = ? AND segment = ?",
            late.size(),
            account,
            segment.segment());
      }
    }
  }

  /** Locks and returns the live segments that may contain one of the messages. */
  private static List<SegmentRow> lockLive(Connection c, long account, List<Long> messages)
      throws SQLException {
    long least = messages.stream().mapToLong(Long::longValue).min().orElseThrow();
    long greatest = messages.stream().mapToLong(Long::longValue).max().orElseThrow();
    while (true) {
      // Read without locks first: a fold holds its output's row while it waits for these rows.
      List<Long> wanted =
          SegmentTable.all(c, account).stream()
              .filter(row -> row.state() == SegmentRow.State.LIVE)
              .filter(row -> row.newest() >= least && row.oldest() <= greatest)
              .map(SegmentRow::segment)
              .sorted()
              .toList();
      if (wanted.isEmpty()) {
        return List.of();
      }
      List<SegmentRow> locked = SegmentTable.lockLive(c, account, wanted);
      if (locked.size() == wanted.size()) {
        return locked;
      }
      // a fold was faster: its output has the mails now
    }
  }

  /** Returns the messages that are stale in a segment. */
  static Set<Long> among(Connection c, long account, long segment, List<Long> messages)
      throws SQLException {
    return new HashSet<>(
        Sql.list(
            c,
            "SELECT message FROM search_stale WHERE account = ? AND segment = ? AND message IN ("
                + Sql.marks(messages)
                + ")",
            row -> row.getLong(1),
            account,
            segment,
            messages));
  }

  /** Returns the stale mails of some segments, by segment. */
  static Map<Long, Set<Long>> messages(Connection c, long account, List<SegmentRow> segments)
      throws SQLException {
    List<Long> ids = segments.stream().map(SegmentRow::segment).toList();
    Map<Long, Set<Long>> stale = new HashMap<>();
    Sql.list(
        c,
        "SELECT segment, message FROM search_stale WHERE account = ? AND segment IN ("
            + Sql.marks(ids)
            + ")",
        row -> stale.computeIfAbsent(row.getLong(1), unused -> new HashSet<>()).add(row.getLong(2)),
        account,
        ids);
    return stale;
  }

  /** Inserts rows with new keys. The caller updates the count in the segment's row. */
  static void insert(Connection c, long account, long segment, List<Long> messages)
      throws SQLException {
    BulkInsert rows = new BulkInsert(c, "search_stale", "account", "segment", "message");
    for (long message : messages.stream().sorted().toList()) {
      rows.add(account, segment, message);
    }
    rows.flush();
  }

  /** Deletes at most {@code limit} rows of a segment. Returns the number deleted. */
  static int delete(Connection c, long account, long segment, int limit) throws SQLException {
    return Sql.update(
        c,
        "DELETE FROM search_stale WHERE account = ? AND segment = ? LIMIT ?",
        account,
        segment,
        limit);
  }
}
