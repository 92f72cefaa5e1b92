package arashi.store.index;

import arashi.store.database.BulkInsert;
import arashi.store.database.Tx;
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
  static void mark(Tx tx, long account, BlockCache cache, List<Long> messages) {
    SegmentBlocks blocks = new SegmentBlocks(tx, account, cache, LOCKED);
    for (SegmentRow segment : lockLive(tx, account, messages)) {
      Set<Long> known = among(tx, account, segment.segment(), messages);
      SegmentIds ids = new SegmentIds(blocks, LiveSegment.of(segment));
      List<Long> late = new ArrayList<>();
      for (long message : messages) {
        if (!known.contains(message) && ids.has(message)) {
          late.add(message);
        }
      }
      if (!late.isEmpty()) {
        insert(tx, account, segment.segment(), late);
        tx.update(
            "UPDATE search_segment SET stale = stale + ? WHERE account = ? AND segment = ?",
            late.size(),
            account,
            segment.segment());
      }
    }
  }

  /** Locks and returns the live segments that may contain one of the messages. */
  private static List<SegmentRow> lockLive(Tx tx, long account, List<Long> messages) {
    long least = messages.stream().mapToLong(Long::longValue).min().orElseThrow();
    long greatest = messages.stream().mapToLong(Long::longValue).max().orElseThrow();
    while (true) {
      // Read without locks first: a fold holds its output's row while it waits for these rows.
      List<Long> wanted =
          new SegmentTable(tx, account)
              .all().stream()
                  .filter(row -> row.state() == SegmentRow.State.LIVE)
                  .filter(row -> row.newest() >= least && row.oldest() <= greatest)
                  .map(SegmentRow::segment)
                  .sorted()
                  .toList();
      if (wanted.isEmpty()) {
        return List.of();
      }
      List<SegmentRow> locked = new SegmentTable(tx, account).lockLive(wanted);
      if (locked.size() == wanted.size()) {
        return locked;
      }
      // a fold was faster: its output has the mails now
    }
  }

  /** Returns the messages that are stale in a segment. */
  static Set<Long> among(Tx tx, long account, long segment, List<Long> messages) {
    return new HashSet<>(
        tx.numbers(
            """
            SELECT message FROM search_stale
            WHERE account = ? AND segment = ? AND message IN (?)
            """,
            account,
            segment,
            messages));
  }

  /** Returns the stale mails of some segments, by segment. */
  static Map<Long, Set<Long>> messages(Tx tx, long account, List<SegmentRow> segments) {
    List<Long> ids = segments.stream().map(SegmentRow::segment).toList();
    Map<Long, Set<Long>> stale = new HashMap<>();
    tx.list(
        "SELECT segment, message FROM search_stale WHERE account = ? AND segment IN (?)",
        row ->
            stale
                .computeIfAbsent(row.getLong("segment"), unused -> new HashSet<>())
                .add(row.getLong("message")),
        account,
        ids);
    return stale;
  }

  /** Inserts rows with new keys. The caller updates the count in the segment's row. */
  static void insert(Tx tx, long account, long segment, List<Long> messages) {
    BulkInsert rows = tx.into("search_stale", "account", "segment", "message");
    for (long message : messages.stream().sorted().toList()) {
      rows.add(account, segment, message);
    }
    rows.flush();
  }

  /** Deletes at most {@code limit} rows of a segment. Returns the number deleted. */
  static int delete(Tx tx, long account, long segment, int limit) {
    return tx.update(
        "DELETE FROM search_stale WHERE account = ? AND segment = ? LIMIT ?",
        account,
        segment,
        limit);
  }
}
