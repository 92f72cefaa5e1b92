package seda.kernel.admission;

/**
 * Senders who keep their admission for a while past the end of their turn, to finish what they
 * began. A table of fixed size, in which a later sender displaces an earlier one with the same
 * place. Thread-safe; allocates nothing.
 */
final class Leases {
  private final long nanos;
  private final long[] keys;
  private final long[] lastInTurn;

  /**
   * Creates a table without leases.
   *
   * @param nanos a lease ends this long after the last admission in turn
   * @param size places; a power of two
   */
  Leases(long nanos, int size) {
    this.nanos = nanos;
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

  /** True if a sender has a lease. */
  synchronized boolean holds(long key, long now) {
    int place = place(key);
    return keys[place] == key && now - lastInTurn[place] <= nanos;
  }
}
