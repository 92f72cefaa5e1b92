package arashi.store.index;

import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Look-ups in several segments by one statement: the block of each term of a query, and the first
 * ids unless they are cached. Not thread-safe.
 */
final class BlockLookups {
  /** Maximum look-ups per statement. */
  private static final int MOST = 64;

  private static final byte[] IDS = {};

  /**
   * Finds the last block whose key is at most the key of a term's first block; for the empty term,
   * the block of the first ids. {@code kind} is the number of the look-up.
   */
  private static final String LOOKUP =
      """
      (SELECT %d AS kind, doc AS number, 0 AS newest, 0 AS oldest, term, data, 0 AS stale
      FROM search_block
      WHERE account = ? AND segment = ? AND (term < ? OR (term = ? AND doc <= 0))
      ORDER BY term DESC, doc DESC LIMIT 1)
      """;

  private final long account;
  private final List<byte[]> terms;
  private final BlockCache cache;
  private final List<Key> keys = new ArrayList<>();
  private final Map<Long, List<Block>> found = new HashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Key(long segment, int term, byte[] bytes) {}

  /** Creates look-ups of a query's terms, without segments yet. */
  BlockLookups(long account, List<byte[]> terms, BlockCache cache) {
    this.account = account;
    this.terms = terms;
    this.cache = cache;
  }

  /** Returns the number of segments that fit one statement. */
  int mostSegments() {
    return MOST / (terms.size() + 1);
  }

  /** Adds the look-ups in some segments; at most {@link #mostSegments} in total. */
  BlockLookups in(Collection<LiveSegment> segments) {
    for (LiveSegment each : segments) {
      long segment = each.segment();
      found.put(segment, Arrays.asList(new Block[terms.size()]));
      for (int i = 0; i < terms.size(); i++) {
        keys.add(new Key(segment, i, terms.get(i)));
      }
      if (cache.ids(account, segment, 0) == null) {
        keys.add(new Key(segment, terms.size(), IDS));
      }
    }
    return this;
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  /** Returns SELECTs of the same columns as that of {@link IndexState}. */
  List<String> selects() {
    List<String> selects = new ArrayList<>();
    for (int i = 0; i < padded(); i++) {
      selects.add(LOOKUP.formatted(i));
    }
    return selects;
  }

  /** Returns the parameters of {@link #selects}. */
  List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    for (int i = 0; i < padded(); i++) {
      Key key = keys.get(Math.min(i, keys.size() - 1));
      parameters.addAll(List.of(account, key.segment, key.bytes, key.bytes));
    }
    return parameters;
  }

  /**
   * The last look-up is repeated up to a power of two, to limit the number of prepared statements.
   */
  private int padded() {
    return keys.isEmpty() ? 0 : Tx.padded(keys.size());
  }

  /** Takes a row of the look-ups. */
  void take(ResultRow row) {
    int number = row.getInt("kind");
    if (number >= keys.size()) {
      return; // a repetition of the last
    }
    Key key = keys.get(number);
    Block block = new Block(row.getBytes("term"), row.getInt("number"), row.getBytes("data"));
    if (key.term == terms.size()) {
      cache.putIds(account, key.segment, block.doc(), Ids.read(block.data()));
    } else if (block.term().length > 0) { // else it is a block of ids: all terms are greater
      blocks(key.segment).set(key.term, block);
    }
  }

  /** Returns true if the segment was looked up. */
  boolean have(long segment) {
    return found.containsKey(segment);
  }

  /**
   * Returns the blocks found in a segment, in the order of the terms; null where there is no block.
   */
  List<Block> blocks(long segment) {
    return found.get(segment);
  }
}
