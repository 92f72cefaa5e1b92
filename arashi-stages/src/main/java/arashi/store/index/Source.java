package arashi.store.index;

import java.sql.SQLException;

/**
 * Messages that have all terms of a query, descending, from one part of the index. Not thread-safe.
 */
interface Source {
  /** The bound of a source that has no more messages. */
  long END = -1;

  /** The next message is not greater; {@link #END} if there is none. */
  long bound();

  /** True if {@link #bound} is the next message. */
  boolean isReady();

  /**
   * Looks for messages: afterwards the source is ready, at its end, or its bound is less. The
   * caller makes sure that it is not ready and not at its end. Blocks on the database.
   *
   * @param wanted messages that the caller wants, roughly
   * @param misses most postings that may be looked at and not match, roughly; at least 1
   * @return how many did not match
   */
  int look(int wanted, int misses) throws SQLException;

  /** Takes the message {@link #bound}, if it is ready. */
  void take();
}
