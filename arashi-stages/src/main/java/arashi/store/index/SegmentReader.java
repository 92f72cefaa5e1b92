package arashi.store.index;

import java.util.Arrays;
import java.util.Iterator;

/**
 * Reads the terms of a segment in order, each with all its postings. Throws a {@link
 * arashi.store.database.StoreException} if the blocks are damaged. Not thread-safe.
 */
final class SegmentReader {
  private final Iterator<Block> blocks;
  private final int mails;
  private final byte[] after;
  private final Postings postings = new Postings();
  private Block block; // null: none yet
  private TermBlock entries;
  private boolean isFirst;
  private byte[] term = {};

  /**
   * A reader of blocks of terms.
   *
   * @param blocks from the one that has the first term after {@code after} on
   * @param mails of the segment
   * @param after a term; it and those before it are left out; empty for none
   */
  SegmentReader(Iterator<Block> blocks, int mails, byte[] after) {
    this.blocks = blocks;
    this.mails = mails;
    this.after = after;
  }

  /** Moves on to the next term; false at the end. */
  boolean next() {
    while (nextEntry()) {
      if (entries.compareTerm(after) > 0) {
        collect();
        return true;
      }
    }
    return false;
  }

  /** The term; not to be changed. */
  byte[] term() {
    return term;
  }

  /** Its postings, until the next call of {@link #next}. */
  Postings postings() {
    return postings;
  }

  private boolean nextEntry() {
    if (block != null && entries.next()) {
      isFirst = false;
      return true;
    }
    return nextBlock();
  }

  private boolean nextBlock() {
    if (!blocks.hasNext()) {
      return false;
    }
    Block next = blocks.next();
    if (block != null && block.compareKey(next) >= 0) {
      throw ByteSource.damaged("blocks are out of order");
    }
    block = next;
    entries = new TermBlock(next);
    isFirst = true;
    return entries.next();
  }

  private void collect() {
    byte[] found = entries.term();
    if (Arrays.compareUnsigned(found, term) <= 0 || (isFirst && block.isContinuation())) {
      throw ByteSource.damaged("a block is missing, or terms are out of order");
    }
    term = found;
    postings.clear();
    int count = entries.count();
    take();
    while (entries.isCut()) {
      if (!nextBlock()
          || !block.isContinuation()
          || !Arrays.equals(block.term(), term)
          || block.doc() <= postings.get(postings.size() - 1)
          || entries.count() != count - postings.size()) {
        throw ByteSource.damaged("a block is missing");
      }
      take();
    }
  }

  private void take() {
    while (entries.hasOrdinal()) {
      int ordinal = entries.nextOrdinal();
      if (ordinal >= mails) {
        throw ByteSource.damaged("there is no mail " + ordinal);
      }
      postings.add(ordinal);
    }
    if (postings.size() == 0) {
      throw ByteSource.damaged("a term without postings");
    }
  }
}
