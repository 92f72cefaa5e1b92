package arashi.store.index;

/**
 * Messages that have all terms of a query, descending, from one part of the index. Not thread-safe.
 */
interface Source {
  /** Bound of an exhausted source. */
  long END = -1;

  /** Returns an upper bound of the next message; {@link #END} if there is none. */
  long bound();

  /** Returns true if {@link #bound} is the next message. */
  boolean isReady();

  /**
   * Searches for messages. Afterwards the source is ready, exhausted, or has a lower bound. Call
   * only if it is neither ready nor exhausted. Blocks on the database.
   *
   * @param wanted approximate number of messages wanted
   * @param misses approximate limit on examined postings that do not match; at least 1
   * @return number of postings that did not match
   */
  int look(int wanted, int misses);

  /** Consumes the message {@link #bound} of a ready source. */
  void take();
}
