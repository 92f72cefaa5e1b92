package seda.kernel.admission;

/**
 * Senders who were in turn and were not refused since, so that they can finish what they began. A
 * table of fixed size, in which a later sender displaces an earlier one with the same place.
 * Thread-safe; allocates nothing.
 */
final class Leases {
  /** Time since the last admission in turn of senders who are not in the table. */
  static final long NEVER = Long.MAX_VALUE;

  private final long[] keys;
  private final long[] lastInTurn;

  /**
   * Creates an empty table.
   *
   * @param size places; a power of two
   */
  Leases(int size) {
    this.keys = new long[size];
    this.lastInTurn = new long[size];
  }

  private int place(long key) {
    return (int) key & (keys.length - 1);
  }

  /** Records an admission of a sender whose turn it is. */
  synchronized void admittedInTurn(long key, long now) {
    int place = place(key);
    keys[place] = key;
    lastInTurn[place] = now;
  }

  /** Records a refusal of a sender whose turn is over. */
  synchronized void refused(long key) {
    int place = place(key);
    if (keys[place] == key) {
      keys[place] = Levels.NO_KEY;
    }
  }

  /**
   * Returns the time since a sender's last admission in turn, in nanoseconds, or {@link #NEVER}.
   */
  synchronized long sinceInTurn(long key, long now) {
    int place = place(key);
    return keys[place] == key ? now - lastInTurn[place] : NEVER;
  }
}
