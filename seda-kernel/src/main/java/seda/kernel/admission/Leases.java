package seda.kernel.admission;

/**
 * Senders who keep their admission past the end of their turn, to finish what they began: for some
 * time after their last admission, but not longer than a maximum after the turn. A table of fixed
 * size, in which a later sender displaces an earlier one with the same place. Thread-safe;
 * allocates nothing.
 */
final class Leases {
  private final long idleNanos;
  private final long longestNanos;
  private final long[] keys;
  private final long[] lastInTurn;
  private final long[] lastAdmitted;

  /**
   * Creates a table without leases.
   *
   * @param idleNanos a lease ends this long after the last admission
   * @param longestNanos and this long after the last admission in turn
   * @param size leases that fit; a power of two
   */
  Leases(long idleNanos, long longestNanos, int size) {
    this.idleNanos = idleNanos;
    this.longestNanos = longestNanos;
    this.keys = new long[size];
    this.lastInTurn = new long[size];
    this.lastAdmitted = new long[size];
  }

  private int place(long key) {
    return (int) key & (keys.length - 1);
  }

  /** Records an admission of a sender whose turn it is. */
  synchronized void admittedInTurn(long key, long now) {
    int place = place(key);
    keys[place] = key;
    lastInTurn[place] = now;
    lastAdmitted[place] = now;
  }

  /** Renews a lease, if the sender has one, after an admission. */
  synchronized void renew(long key, long now) {
    if (holds(key, now)) {
      lastAdmitted[place(key)] = now;
    }
  }

  /** True if a sender has a lease. */
  synchronized boolean holds(long key, long now) {
    int place = place(key);
    return keys[place] == key
        && now - lastAdmitted[place] <= idleNanos
        && now - lastInTurn[place] <= longestNanos;
  }
}
