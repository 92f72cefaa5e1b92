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
  private Block block; // null before the first
  private TermBlock entries;
  private boolean isFirst;
  private byte[] term = {};

  /**
   * Creates a reader of term blocks.
   *
   * @param blocks blocks from the first term after {@code after} on
   * @param mails number of mails in the segment
   * @param after last term to skip; empty to skip none
   */
  SegmentReader(Iterator<Block> blocks, int mails, byte[] after) {
    this.blocks = blocks;
    this.mails = mails;
    this.after = after;
  }

  /** Advances to the next term; returns false at the end. */
  boolean next() {
    while (nextEntry()) {
      if (entries.compareTerm(after) > 0) {
        collect();
        return true;
      }
    }
    return false;
  }

  /** Returns the term; do not modify. */
  byte[] term() {
    return term;
  }

  /** Returns the postings; valid until the next call of {@link #next}. */
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
        throw ByteSource.damaged("no mail has the ordinal " + ordinal);
      }
      postings.add(ordinal);
    }
    if (postings.size() == 0) {
      throw ByteSource.damaged("a term has no postings");
    }
  }
}
