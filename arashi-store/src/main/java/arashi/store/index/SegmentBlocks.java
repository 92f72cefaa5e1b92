package arashi.store.index;

import arashi.store.database.Tx;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The block reads of one search, after the statement that read the list of segments. Each read
 * registers with the search's moment. Blocks; not thread-safe.
 */
final class SegmentBlocks {
  /** Blocks of a long list read per statement: 30 KB. */
  private static final int BLOCKS_AHEAD = 16;

  private final Tx tx;
  private final long account;
  private final BlockCache cache;
  private final Moment moment;

  SegmentBlocks(Tx tx, long account, BlockCache cache, Moment moment) {
    this.tx = tx;
    this.account = account;
    this.cache = cache;
    this.moment = moment;
  }

  /** Looks up the terms of a query in segments, by one statement. */
  BlockLookups lookUp(List<byte[]> terms, List<LiveSegment> segments) {
    BlockLookups lookups = new BlockLookups(account, terms, cache).in(segments);
    segments.forEach(each -> moment.reads(each.segment()));
    tx.list(
        String.join(" UNION ALL ", lookups.selects()),
        row -> {
          lookups.take(row);
          return true;
        },
        lookups.parameters().toArray());
    return lookups;
  }

  /** Reads the continuation of a list: see {@link PostingsCursor.MoreBlocks}. */
  List<Block> more(long segment, byte[] term, int lastDoc, int least) {
    moment.reads(segment);
    return tx.list(
        """
        SELECT term, doc, data FROM search_block
        WHERE account = ? AND segment = ? AND term = ? AND doc > ?
          AND doc >= (SELECT COALESCE(MAX(b.doc), 0) FROM search_block b
            WHERE b.account = ? AND b.segment = ? AND b.term = ? AND b.doc <= ?)
        ORDER BY doc LIMIT ?
        """,
        SegmentTable::block,
        account,
        segment,
        term,
        lastDoc,
        account,
        segment,
        term,
        least,
        BLOCKS_AHEAD);
  }

  /** Returns the messages, among those found in a segment, whose terms have changed. */
  Set<Long> stale(long segment, long[] messages) {
    moment.reads(segment);
    return StaleMails.among(tx, account, segment, Arrays.stream(messages).boxed().toList());
  }

  /** Returns cached ids of a segment, or null. */
  long[] knownIds(long segment, int doc) {
    return cache.ids(account, segment, doc);
  }

  /** Reads blocks of ids. */
  Map<Integer, long[]> ids(long segment, List<Integer> docs) {
    moment.reads(segment);
    Map<Integer, long[]> blocks = new HashMap<>();
    tx.list(
        """
        SELECT doc, data FROM search_block
        WHERE account = ? AND segment = ? AND term = '' AND doc IN (?)
        """,
        row -> blocks.put(row.getInt("doc"), Ids.read(row.getBytes("data"))),
        account,
        segment,
        docs);
    for (int doc : docs) {
      if (!blocks.containsKey(doc)) {
        throw ByteSource.damaged("a block of ids is missing");
      }
      cache.putIds(account, segment, doc, blocks.get(doc));
    }
    return blocks;
  }
}
