package arashi.store.index;

import java.util.Arrays;

/**
 * A row of {@code search_block}, without account and segment.
 *
 * @param term first term of the block; empty for ids
 * @param doc 0, or the first ordinal of this block if it continues the postings of {@code term}
 *     from an earlier block; for ids see {@link Ids}
 */
@SuppressWarnings("ArrayRecordComponent") // compared by tests only
record Block(byte[] term, int doc, byte[] data) {

  /** Maximum bytes of a term: two of a field's prefix and 64 of a word. */
  static final int MAX_TERM = 66;

  /** Maximum mails per segment; the directory of their ids must fit a block. */
  static final int MAX_MAILS = 100_000;

  /** Maximum bytes of a block; the column's length. */
  static final int MAX_DATA = 3_900;

  boolean isContinuation() {
    return doc > 0;
  }

  /** Compares in key order. */
  int compareKey(Block other) {
    int byTerm = Arrays.compareUnsigned(term, other.term);
    return byTerm != 0 ? byTerm : Integer.compare(doc, other.doc);
  }
}
