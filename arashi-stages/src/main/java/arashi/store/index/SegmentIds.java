package arashi.store.index;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ids of one segment, read as they are needed. Blocks; not thread-safe. */
final class SegmentIds {
  private final Connection c;
  private final long account;
  private final SegmentRow segment;
  private final BlockCache cache;
  private final Map<Integer, long[]> blocks = new HashMap<>();

  SegmentIds(Connection c, long account, SegmentRow segment, BlockCache cache) {
    this.c = c;
    this.account = account;
    this.segment = segment;
    this.cache = cache;
  }

  /** The first ordinal whose id is less than {@code before}. */
  int firstBelow(long before) throws SQLException {
    if (before > segment.newest()) {
      return 0;
    }
    require(List.of(Ids.DIRECTORY));
    int block = Ids.firstBelow(blocks.get(Ids.DIRECTORY), before) - 1;
    int doc = Math.max(0, block) * Ids.PER_BLOCK;
    require(List.of(doc));
    return doc + Ids.firstBelow(blocks.get(doc), before);
  }

  /** The ids of these ordinals. */
  long[] of(Postings ordinals) throws SQLException {
    List<Integer> needed = new ArrayList<>();
    for (int i = 0; i < ordinals.size(); i++) {
      int doc = Ids.blockOf(ordinals.get(i));
      if (needed.isEmpty() || needed.get(needed.size() - 1) != doc) {
        needed.add(doc);
      }
    }
    require(needed);
    long[] ids = new long[ordinals.size()];
    for (int i = 0; i < ids.length; i++) {
      int ordinal = ordinals.get(i);
      long[] block = blocks.get(Ids.blockOf(ordinal));
      int at = ordinal % Ids.PER_BLOCK;
      if (at >= block.length) {
        throw ByteSource.damaged("there is no mail " + ordinal);
      }
      ids[i] = block[at];
    }
    return ids;
  }

  private void require(List<Integer> docs) throws SQLException {
    List<Integer> missing = new ArrayList<>();
    for (int doc : docs) {
      if (!blocks.containsKey(doc)) {
        long[] cached = cache.get(account, segment.segment(), doc);
        if (cached == null) {
          missing.add(doc);
        } else {
          blocks.put(doc, cached);
        }
      }
    }
    if (!missing.isEmpty()) {
      read(missing);
    }
  }

  private void read(List<Integer> docs) throws SQLException {
    Sql.list(
        c,
        "SELECT doc, data FROM search_block WHERE account = ? AND segment = ? AND term = '' AND doc"
            + " IN ("
            + Sql.marks(docs)
            + ")",
        row -> blocks.put(row.getInt(1), Ids.read(row.getBytes(2))),
        account,
        segment.segment(),
        docs);
    for (int doc : docs) {
      long[] block = blocks.get(doc);
      if (block == null) {
        throw ByteSource.damaged("a block of ids is missing");
      }
      cache.put(account, segment.segment(), doc, block);
    }
  }
}
