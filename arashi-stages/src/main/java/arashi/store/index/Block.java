package arashi.store.index;

import java.util.Arrays;

/**
 * A row of {@code search_block}, without account and segment.
 *
 * @param term the first term in it; empty for ids
 * @param doc 0; the ordinal with which the postings of {@code term} go on, if they began in an
 *     earlier block; for ids see {@link Ids}
 */
@SuppressWarnings("ArrayRecordComponent") // carried; compared by tests only
record Block(byte[] term, int doc, byte[] data) {

  /** Longest term in bytes: the two of a field's prefix, and 64 of a word. */
  static final int MAX_TERM = 66;

  /** Largest segment; the directory of its ids must fit into a block. */
  static final int MAX_MAILS = 100_000;

  /** Longest block; the column's length. */
  static final int MAX_DATA = 3_900;

  boolean isContinuation() {
    return doc > 0;
  }

  /** In the order of the key. */
  int compareKey(Block other) {
    int byTerm = Arrays.compareUnsigned(term, other.term);
    return byTerm != 0 ? byTerm : Integer.compare(doc, other.doc);
  }
}
