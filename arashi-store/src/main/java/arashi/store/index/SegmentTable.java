package arashi.store.index;

import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Statements on segments and their blocks. Run in the caller's transaction and block. */
final class SegmentTable {
  private static final String OF_ACCOUNT = " FROM search_segment WHERE account = ?";
  private static final byte[] NO_TERM = {};

  private SegmentTable() {}

  /** Returns all segments of an account, the one with the newest mail first. */
  static List<SegmentRow> all(Connection c, long account) throws SQLException {
    List<SegmentRow> segments =
        Sql.list(c, "SELECT " + SegmentRow.COLUMNS + OF_ACCOUNT, SegmentRow::of, account);
    segments.sort(Comparator.comparingLong(SegmentRow::newest).reversed());
    return segments;
  }

  /** Locks and returns a segment. */
  static Optional<SegmentRow> lock(Connection c, long account, long segment) throws SQLException {
    return Sql.one(
        c,
        "SELECT " + SegmentRow.COLUMNS + OF_ACCOUNT + " AND segment = ? FOR UPDATE",
        SegmentRow::of,
        account,
        segment);
  }

  /** Locks and returns those of the segments that are live. */
  static List<SegmentRow> lockLive(Connection c, long account, List<Long> segments)
      throws SQLException {
    String live = " AND state = " + SegmentRow.State.LIVE.code + " ORDER BY segment FOR UPDATE";
    return of(c, account, segments, live);
  }

  private static List<SegmentRow> of(
      Connection c, long account, List<Long> segments, String condition) throws SQLException {
    return Sql.list(
        c,
        "SELECT "
            + SegmentRow.COLUMNS
            + OF_ACCOUNT
            + " AND segment IN ("
            + Sql.marks(segments)
            + ")"
            + condition,
        SegmentRow::of,
        account,
        segments);
  }

  /** Locks and returns those of the segments that no other transaction has locked. */
  static List<SegmentRow> lockFree(Connection c, long account, List<Long> segments)
      throws SQLException {
    return of(c, account, segments, " FOR UPDATE SKIP LOCKED");
  }

  /** Inserts a row with a new key. */
  static void insert(Connection c, long account, SegmentRow row) throws SQLException {
    Sql.update(
        c,
        "INSERT INTO search_segment (account, "
            + SegmentRow.COLUMNS
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        account,
        row.segment(),
        row.state().code,
        row.mails(),
        row.newest(),
        row.oldest(),
        row.target(),
        row.owner(),
        row.leaseUntil(),
        row.builtTo(),
        row.stale());
  }

  /** Inserts a complete segment. */
  static void insertLive(Connection c, long account, long id, SegmentBuilder.Segment segment)
      throws SQLException {
    long[] ids = segment.ids();
    SegmentRow row =
        new SegmentRow(
            id,
            SegmentRow.State.LIVE,
            ids.length,
            ids[0],
            ids[ids.length - 1],
            0,
            0,
            0,
            NO_TERM,
            0);
    insert(c, account, row);
    insertBlocks(c, account, id, segment.blocks());
  }

  static void insertBlocks(Connection c, long account, long segment, List<Block> blocks)
      throws SQLException {
    BulkInsert rows =
        new BulkInsert(c, "search_block", "account", "segment", "term", "doc", "data");
    for (Block block : blocks) {
      rows.add(account, segment, block.term(), block.doc(), block.data());
    }
    rows.flush();
  }

  /** Returns all ids of a segment, descending; empty if none are written yet. */
  static long[] ids(Connection c, long account, long segment) throws SQLException {
    List<long[]> parts =
        Sql.list(
            c,
            "SELECT data FROM search_block WHERE account = ? AND segment = ? AND term = '' AND doc"
                + " >= 0 ORDER BY doc",
            row -> Ids.read(row.getBytes(1)),
            account,
            segment);
    return parts.stream().flatMapToLong(Arrays::stream).toArray();
  }

  /** Returns blocks of terms, up to a limit, from that of the first term after {@code after}. */
  static List<Block> blocksAfter(Connection c, long account, long segment, byte[] after, int limit)
      throws SQLException {
    List<Block> blocks = new ArrayList<>();
    if (after.length > 0) {
      blocks.addAll(
          Sql.list(
              c,
              "SELECT term, doc, data FROM search_block WHERE account = ? AND segment = ? AND term"
                  + " <= ? AND term > '' ORDER BY term DESC, doc DESC LIMIT 1",
              SegmentTable::block,
              account,
              segment,
              after));
    }
    blocks.addAll(
        Sql.list(
            c,
            "SELECT term, doc, data FROM search_block WHERE account = ? AND segment = ? AND term >"
                + " ? ORDER BY term, doc LIMIT ?",
            SegmentTable::block,
            account,
            segment,
            after,
            limit));
    return blocks;
  }

  /** Returns at most {@code limit} blocks of terms that follow a block. */
  static List<Block> blocksAfter(Connection c, long account, long segment, Block last, int limit)
      throws SQLException {
    return Sql.list(
        c,
        "SELECT term, doc, data FROM search_block WHERE account = ? AND segment = ? AND ((term = ?"
            + " AND doc > ?) OR term > ?) ORDER BY term, doc LIMIT ?",
        SegmentTable::block,
        account,
        segment,
        last.term(),
        last.doc(),
        last.term(),
        limit);
  }

  static Block block(ResultSet row) throws SQLException {
    return new Block(row.getBytes(1), row.getInt(2), row.getBytes(3));
  }

  /** Deletes at most {@code limit} blocks of a segment. Returns the number deleted. */
  static int deleteBlocks(Connection c, long account, long segment, int limit) throws SQLException {
    return Sql.update(
        c,
        "DELETE FROM search_block WHERE account = ? AND segment = ? LIMIT ?",
        account,
        segment,
        limit);
  }

  static void delete(Connection c, long account, long segment) throws SQLException {
    Sql.update(c, "DELETE FROM search_segment WHERE account = ? AND segment = ?", account, segment);
  }

  /** Returns true if a segment may contain a deleted message. */
  static boolean hasDead(Connection c, long account) throws SQLException {
    return Sql.one(
            c,
            "SELECT message FROM search_dead WHERE account = ? LIMIT 1",
            row -> row.getLong(1),
            account)
        .isPresent();
  }

  /** Returns the deleted messages from {@code least} to {@code greatest}. */
  static List<Long> dead(Connection c, long account, long least, long greatest)
      throws SQLException {
    return Sql.list(
        c,
        "SELECT message FROM search_dead WHERE account = ? AND message BETWEEN ? AND ?",
        row -> row.getLong(1),
        account,
        least,
        greatest);
  }

  /** Deletes the records of deleted messages that no segment contains any more. */
  static void forgetDead(Connection c, long account, List<Long> messages) throws SQLException {
    int batch = 1_024;
    for (int from = 0; from < messages.size(); from += batch) {
      List<Long> some = messages.subList(from, Math.min(messages.size(), from + batch));
      Sql.update(
          c,
          "DELETE FROM search_dead WHERE account = ? AND message IN (" + Sql.marks(some) + ")",
          account,
          some);
    }
  }
}
