package arashi.store.index;

import arashi.store.database.BulkInsert;
import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** An account's segments and their blocks, in the caller's transaction. Blocks. */
final class SegmentTable {
  private static final String ALL =
      """
      SELECT segment, state, mails, newest, oldest, target, owner, lease_until, built_to, stale
      FROM search_segment WHERE account = ?\s""";

  private static final String LOCK = ALL + "AND segment = ? FOR UPDATE";
  private static final String LOCK_FREE = ALL + "AND segment IN (?) FOR UPDATE SKIP LOCKED";
  private static final String LOCK_LIVE =
      ALL + "AND segment IN (?) AND state = ? ORDER BY segment FOR UPDATE";

  private final Tx tx;
  private final long account;

  SegmentTable(Tx tx, long account) {
    this.tx = tx;
    this.account = account;
  }

  /** Returns all segments of an account, the one with the newest mail first. */
  List<SegmentRow> all() {
    List<SegmentRow> segments = tx.list(ALL, SegmentRow::of, account);
    segments.sort(Comparator.comparingLong(SegmentRow::newest).reversed());
    return segments;
  }

  /** Locks and returns a segment. */
  Optional<SegmentRow> lock(long segment) {
    return tx.one(LOCK, SegmentRow::of, account, segment);
  }

  /** Locks and returns those of the segments that are live. */
  List<SegmentRow> lockLive(List<Long> segments) {
    return tx.list(LOCK_LIVE, SegmentRow::of, account, segments, SegmentRow.State.LIVE.code);
  }

  /** Locks and returns those of the segments that no other transaction has locked. */
  List<SegmentRow> lockFree(List<Long> segments) {
    return tx.list(LOCK_FREE, SegmentRow::of, account, segments);
  }

  /** Inserts a row with a new key. */
  void insert(SegmentRow row) {
    tx.update(
        """
        INSERT INTO search_segment (account, segment, state, mails, newest, oldest, target, owner,
          lease_until, built_to, stale)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        account,
        row.segment(),
        row.state().code,
        row.mails(),
        row.newest(),
        row.oldest(),
        row.target(),
        row.lease().owner(),
        row.lease().until(),
        row.builtTo(),
        row.stale());
  }

  /** Inserts a complete segment. */
  void insertLive(long id, SegmentBuilder.Segment segment) {
    insert(SegmentRow.live(id, segment.ids()));
    insertBlocks(id, segment.blocks());
  }

  void insertBlocks(long segment, List<Block> blocks) {
    BulkInsert rows = tx.into("search_block", "account", "segment", "term", "doc", "data");
    for (Block block : blocks) {
      rows.add(account, segment, block.term(), block.doc(), block.data());
    }
    rows.flush();
  }

  /** Returns all ids of a segment, descending; empty if none are written yet. */
  long[] ids(long segment) {
    List<long[]> parts =
        tx.list(
            """
            SELECT data FROM search_block
            WHERE account = ? AND segment = ? AND term = '' AND doc >= 0
            ORDER BY doc
            """,
            row -> Ids.read(row.getBytes("data")),
            account,
            segment);
    return parts.stream().flatMapToLong(Arrays::stream).toArray();
  }

  /** Returns blocks of terms, up to a limit, from that of the first term after {@code after}. */
  List<Block> blocksAfter(long segment, byte[] after, int limit) {
    List<Block> blocks = new ArrayList<>();
    if (after.length > 0) {
      blocks.addAll(
          tx.list(
              """
              SELECT term, doc, data FROM search_block
              WHERE account = ? AND segment = ? AND term <= ? AND term > ''
              ORDER BY term DESC, doc DESC LIMIT 1
              """,
              SegmentTable::block,
              account,
              segment,
              after));
    }
    blocks.addAll(
        tx.list(
            """
            SELECT term, doc, data FROM search_block
            WHERE account = ? AND segment = ? AND term > ?
            ORDER BY term, doc LIMIT ?
            """,
            SegmentTable::block,
            account,
            segment,
            after,
            limit));
    return blocks;
  }

  /** Returns at most {@code limit} blocks of terms that follow a block. */
  List<Block> blocksAfter(long segment, Block last, int limit) {
    return tx.list(
        """
        SELECT term, doc, data FROM search_block
        WHERE account = ? AND segment = ? AND ((term = ? AND doc > ?) OR term > ?)
        ORDER BY term, doc LIMIT ?
        """,
        SegmentTable::block,
        account,
        segment,
        last.term(),
        last.doc(),
        last.term(),
        limit);
  }

  static Block block(ResultRow row) {
    return new Block(row.getBytes("term"), row.getInt("doc"), row.getBytes("data"));
  }

  /** Deletes at most {@code limit} blocks of a segment. Returns the number deleted. */
  int deleteBlocks(long segment, int limit) {
    return tx.update(
        "DELETE FROM search_block WHERE account = ? AND segment = ? LIMIT ?",
        account,
        segment,
        limit);
  }

  void delete(long segment) {
    tx.update("DELETE FROM search_segment WHERE account = ? AND segment = ?", account, segment);
  }

  /** Returns true if a segment may contain a deleted message. */
  boolean hasDead() {
    return tx.exists("SELECT message FROM search_dead WHERE account = ? LIMIT 1", account);
  }

  /** Returns the deleted messages from {@code least} to {@code greatest}. */
  List<Long> dead(long least, long greatest) {
    return tx.numbers(
        "SELECT message FROM search_dead WHERE account = ? AND message BETWEEN ? AND ?",
        account,
        least,
        greatest);
  }

  /** Deletes the records of deleted messages that no segment contains any more. */
  void forgetDead(List<Long> messages) {
    int batch = 1_024;
    for (int from = 0; from < messages.size(); from += batch) {
      List<Long> some = messages.subList(from, Math.min(messages.size(), from + batch));
      tx.update("DELETE FROM search_dead WHERE account = ? AND message IN (?)", account, some);
    }
  }
}
