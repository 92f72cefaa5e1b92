package arashi.store.index;

import java.util.Arrays;

/**
 * Reads a block written by {@link BlockWriter}, entry by entry. Each method throws a {@link
 * arashi.store.database.StoreException} if the block is damaged. Not thread-safe.
 */
final class TermBlock {
  private final Block block;
  private final ByteSource data;
  private final byte[] term = new byte[Block.MAX_TERM];
  private int length;
  private boolean begun;
  private int count; // postings of the entry, from its first in this block
  private int read; // how many of them were read
  private int ordinal;

  TermBlock(Block block) {
    this.block = block;
    this.data = new ByteSource(block.data());
  }

  /** Advances to the next entry; returns false if there is none. */
  boolean next() {
    if (!begun) {
      begun = true;
      length = block.term().length;
      if (length == 0 || length > Block.MAX_TERM) {
        throw ByteSource.damaged("a term has " + length + " bytes");
      }
      System.arraycopy(block.term(), 0, term, 0, length);
      entry(block.doc() - 1);
      return true;
    }
    skip();
    if (!data.hasMore()) {
      return false;
    }
    int shared = data.varint(0, length);
    int suffix = data.varint(1, Block.MAX_TERM - shared);
    int greaterThan = shared < length ? term[shared] & 0xFF : -1;
    data.get(term, shared, suffix);
    length = shared + suffix;
    if ((term[shared] & 0xFF) <= greaterThan) {
      throw ByteSource.damaged("terms are out of order");
    }
    entry(-1);
    return true;
  }

  private void entry(int before) {
    count = data.varint(1, Block.MAX_MAILS);
    read = 0;
    ordinal = before;
  }

  private void skip() {
    while (read < count && data.hasMore()) {
      nextOrdinal();
    }
  }

  /** Compares the entry's term with another. */
  int compareTerm(byte[] other) {
    return Arrays.compareUnsigned(term, 0, length, other, 0, other.length);
  }

  /** Returns the entry's term. */
  byte[] term() {
    return Arrays.copyOf(term, length);
  }

  /** Returns the number of postings from the first in this block on, also in later blocks. */
  int count() {
    return count;
  }

  /** Returns true if the entry has another posting in this block. */
  boolean hasOrdinal() {
    return read < count && (isImplied() || data.hasMore());
  }

  /** Returns the entry's next posting in this block. */
  int nextOrdinal() {
    int gap = isImplied() ? 0 : data.varint(0, Block.MAX_MAILS);
    read++;
    ordinal += gap + 1;
    if (ordinal >= Block.MAX_MAILS) {
      throw ByteSource.damaged("no mail has the ordinal " + ordinal);
    }
    return ordinal;
  }

  private boolean isImplied() {
    return read == 0 && block.isContinuation() && ordinal == block.doc() - 1;
  }

  /** Returns true, after its last posting here, if the entry continues in the next block. */
  boolean isCut() {
    return read < count;
  }
}
