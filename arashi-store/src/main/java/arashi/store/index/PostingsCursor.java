package arashi.store.index;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Iterates over the postings of one term in one segment, and reads further blocks of a long list on
 * demand. Blocks; not thread-safe.
 */
final class PostingsCursor {
  /** Ordinal past the last. */
  static final int END = Integer.MAX_VALUE;

  private final byte[] term;
  private final int frequency;
  private final MoreBlocks more;
  private int[] ordinals;
  private int at;
  private int lastDoc;
  private boolean isCut;
  private Iterator<Block> fetched = List.<Block>of().iterator();

  /** Reads the continuation of a list. */
  @FunctionalInterface
  interface MoreBlocks {
    /**
     * Reads blocks whose list begins with {@code term}, in order, after the block {@code lastDoc}.
     * Starts at the first block that may contain an ordinal of at least {@code least}; may return
     * only some of the blocks.
     */
    List<Block> read(byte[] term, int lastDoc, int least);
  }

  private PostingsCursor(byte[] term, TermBlock found, int doc, MoreBlocks more) {
    this.term = term;
    this.frequency = found.count();
    this.more = more;
    this.lastDoc = doc;
    load(found);
  }

  /**
   * Creates a cursor at the first posting of a term; null if the segment does not contain the term.
   *
   * @param block the last block whose key is at most the term's
   */
  static PostingsCursor open(byte[] term, Block block, MoreBlocks more) {
    TermBlock entries = new TermBlock(block);
    while (entries.next()) {
      int order = entries.compareTerm(term);
      if (order == 0) {
        int doc = Arrays.equals(block.term(), term) ? block.doc() : 0;
        return new PostingsCursor(term, entries, doc, more);
      }
      if (order > 0) {
        return null;
      }
    }
    return null;
  }

  private void load(TermBlock entry) {
    Postings postings = new Postings();
    while (entry.hasOrdinal()) {
      postings.add(entry.nextOrdinal());
    }
    ordinals = postings.toArray();
    at = 0;
    isCut = entry.isCut();
  }

  /** Returns the number of mails in the segment that contain the term. */
  int frequency() {
    return frequency;
  }

  /**
   * Advances to the first ordinal that is at least {@code least}; {@link #END} if there is none.
   */
  int advance(int least) {
    while (true) {
      if (ordinals.length > 0 && ordinals[ordinals.length - 1] >= least) {
        at = gallop(least);
        return ordinals[at];
      }
      at = ordinals.length;
      if (!isCut) {
        return END;
      }
      nextBlock(least);
    }
  }

  private void nextBlock(int least) {
    if (!fetched.hasNext()) {
      fetched = more.read(term, lastDoc, least).iterator();
      if (!fetched.hasNext()) {
        throw ByteSource.damaged("a block is missing");
      }
    }
    Block block = fetched.next();
    if (block.doc() <= lastDoc || !Arrays.equals(block.term(), term)) {
      throw ByteSource.damaged("blocks are out of order");
    }
    TermBlock entries = new TermBlock(block);
    entries.next();
    lastDoc = block.doc();
    load(entries);
  }

  /** Searches with doubling steps, because the next ordinal is usually near. */
  private int gallop(int least) {
    int step = 1;
    int low = at;
    while (low + step < ordinals.length && ordinals[low + step] < least) {
      low += step;
      step *= 2;
    }
    int found =
        Arrays.binarySearch(ordinals, low, Math.min(ordinals.length, low + step + 1), least);
    return found < 0 ? -found - 1 : found;
  }
}
