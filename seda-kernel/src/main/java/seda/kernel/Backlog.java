package seda.kernel;

import java.util.function.DoubleSupplier;

/**
 * The events of a stage that wait in one place: a FIFO for each service class, served by rank, with
 * a guaranteed share for the lower ones.
 *
 * <ul>
 *   <li>At enqueue, a class may not use the room that is guaranteed to the lower classes which were
 *       seen so far and don't use theirs.
 *   <li>At dequeue, a lower class that waits while a higher one is served is owed {@code share} of
 *       an event for each; it is served once it is owed a whole one.
 * </ul>
 *
 * Not thread-safe: guarded by its owner, a {@link Lane} or a {@link PoolQueue}.
 */
final class Backlog<E> implements Room {
  private final int capacity;
  private final DoubleSupplier share;
  private final Clock clock;

  @SuppressWarnings("unchecked")
  private final Ring<E>[] rings = (Ring<E>[]) new Ring<?>[ServiceClass.MAX_RANK + 1];

  private final int[] creditsOf = new int[ServiceClass.MAX_RANK + 1];
  private final double[] owed = new double[ServiceClass.MAX_RANK + 1];
  private int ranks;
  private int length;
  private int credits;
  private int claimed;
  private int elsewhere;

  Backlog(int capacity, DoubleSupplier share, Clock clock) {
    this.capacity = capacity;
    this.share = share;
    this.clock = clock;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int credits() {
    return credits + claimed + elsewhere;
  }

  /** Credits that wait here, without what is claimed or on its way. */
  int waitingCredits() {
    return credits;
  }

  @Override
  public int creditsAhead(int rank) {
    int ahead = 0;
    for (int r = 0; r <= rank; r++) {
      ahead += creditsOf[r];
    }
    return ahead;
  }

  /** One more than the lowest class that was seen. */
  int ranks() {
    return ranks;
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  /** Counts credits on their way from other threads as if they were here. */
  void elsewhere(int onTheirWay) {
    elsewhere = onTheirWay;
  }

  @Override
  public boolean fits(int rank, int weight) {
    return credits() + keptFrom(rank) + weight <= capacity;
  }

  /** Credits that a class may not use, for they are guaranteed to those below it. */
  int keptFrom(int rank) {
    int kept = 0;
    double share = this.share.getAsDouble();
    for (int lower = rank + 1; lower < ranks; lower++) {
      if (rings[lower] != null) {
        kept += Math.max(0, (int) (share * capacity) - creditsOf[lower]);
      }
    }
    return kept;
  }

  /** Keeps room for what will come, or gives it back if negative. */
  void claim(int weight) {
    claimed += weight;
  }

  void add(E event, int rank, int weight, long stamp) {
    Ring<E> ring = rings[rank];
    if (ring == null) {
      ring = new Ring<>();
      rings[rank] = ring;
      ranks = Math.max(ranks, rank + 1);
    }
    ring.add(event, stamp, weight);
    creditsOf[rank] += weight;
    credits += weight;
    length++;
  }

  /** Moves up to {@code limit} events into a batch. */
  void take(Batch<E> batch, int limit) {
    for (int i = Math.min(limit, length); i > 0; i--) {
      move(next(), batch);
    }
  }

  /** Moves up to {@code limit} events of one rank into a batch. */
  void take(Batch<E> batch, int limit, int rank) {
    for (int i = Math.min(limit, length(rank)); i > 0; i--) {
      move(rank, batch);
    }
  }

  private void move(int rank, Batch<E> batch) {
    Ring<E> ring = rings[rank];
    int weight = ring.headCredits();
    batch.add(ring.head(), ring.headStamp(), rank);
    ring.removeHead();
    creditsOf[rank] -= weight;
    credits -= weight;
    length--;
  }

  /** Events of one rank. */
  int length(int rank) {
    return rings[rank] == null ? 0 : rings[rank].size();
  }

  /** Events of one rank that entered the service by then, as those do that entered earlier. */
  int arrivedBy(int rank, long nanos, EventTraits<E> traits) {
    int from = 0;
    int to = length(rank);
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (traits.arrival(rings[rank].at(middle), rings[rank].stamp(middle)) - nanos <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** The event of a rank that came first; there is one. */
  E head(int rank) {
    return rings[rank].head();
  }

  /** When {@link #head(int)} came. */
  long headStamp(int rank) {
    return rings[rank].headStamp();
  }

  /** The rank to be served now; there is an event. */
  private int next() {
    int first = 0;
    while (rings[first] == null || rings[first].isEmpty()) {
      first++;
    }
    int chosen = first;
    double share = this.share.getAsDouble();
    for (int lower = first + 1; lower < ranks; lower++) {
      if (rings[lower] != null && !rings[lower].isEmpty()) {
        owed[lower] += share;
        if (owed[lower] >= 1 && chosen == first) {
          chosen = lower;
        }
      }
    }
    if (chosen != first) {
      owed[chosen] -= 1;
    }
    return chosen;
  }

  /** The event that would be served now if no share was owed; null if there is none. */
  E head() {
    int rank = headRank();
    return rank < 0 ? null : rings[rank].head();
  }

  /** When {@link #head} came. */
  long headStamp() {
    return rings[headRank()].headStamp();
  }

  /** The rank of {@link #head}; -1 if there is none. */
  int headRank() {
    if (length > 0) {
      for (int rank = 0; rank < ranks; rank++) {
        if (rings[rank] != null && !rings[rank].isEmpty()) {
          return rank;
        }
      }
    }
    return -1;
  }
}
