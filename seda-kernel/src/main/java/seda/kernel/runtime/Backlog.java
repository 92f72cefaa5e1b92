package seda.kernel.runtime;

import java.util.function.DoubleSupplier;
import seda.kernel.ServiceClass;

/**
 * The events of a stage that wait in one place: a queue for each service class, served by rank,
 * with a guaranteed share for the lower ones. A class is a FIFO, or takes turns by flow if the
 * stage has flows.
 *
 * <ul>
 *   <li>At enqueue, a class may not use the room that is guaranteed to the lower classes which were
 *       seen so far and don't use theirs.
 *   <li>At dequeue, a lower class that waits while a higher one is served is owed {@code share} of
 *       an event for each; it is served once it is owed a whole one.
 *   <li>On a pool, a flow may not have more credits than are free [Choudhury and Hahne 1998, with α
 *       = 1]: alone it fills half of the queue, and a flow with nothing waiting finds room.
 * </ul>
 *
 * Not thread-safe: guarded by its owner, a {@link ProcessorQueue} or a {@link PoolQueue}.
 */
final class Backlog<E> {
  private static final int BACKGROUND = ServiceClass.BACKGROUND.rank();

  private final int capacity;
  private final DoubleSupplier share;
  private final boolean turns;

  @SuppressWarnings("unchecked")
  private final ClassQueue<E>[] queues = (ClassQueue<E>[]) new ClassQueue<?>[ServiceClass.RANKS];

  private final int[] creditsOf = new int[ServiceClass.RANKS];
  private final double[] owed = new double[ServiceClass.RANKS];
  private int ranks;
  private int length;
  private int credits;
  private int claimed;
  private int elsewhere;

  /**
   * An empty one.
   *
   * @param share guaranteed to each class below the highest
   * @param turns whether flows take turns within a class
   */
  Backlog(int capacity, DoubleSupplier share, boolean turns) {
    this.capacity = capacity;
    this.share = share;
    this.turns = turns;
  }

  /** Events waiting. */
  int length() {
    return length;
  }

  /** Weights of the events waiting, with what is claimed or on its way. */
  int credits() {
    return credits + claimed + elsewhere;
  }

  /** Credits that wait here, without what is claimed or on its way. */
  int waitingCredits() {
    return credits;
  }

  /** Credits of this rank and those above it. */
  int creditsAhead(int rank) {
    int ahead = 0;
    for (int r = 0; r <= rank; r++) {
      ahead += creditsOf[r];
    }
    return ahead;
  }

  /** The same, without the events of this rank that come after a new one of a flow; estimated. */
  int creditsAhead(int rank, long flow) {
    int events = length(rank);
    int later = events - ahead(rank, flow);
    return creditsAhead(rank) - (later == 0 ? 0 : (int) ((long) creditsOf[rank] * later / events));
  }

  /** Events of background work. */
  int background() {
    return length(BACKGROUND);
  }

  /** {@link #credits} without those of background work. */
  int interactiveCredits() {
    return credits() - creditsOf[BACKGROUND];
  }

  /** Credits of one rank that wait here. */
  int creditsOf(int rank) {
    return creditsOf[rank];
  }

  /** One more than the lowest class that was seen. */
  int ranks() {
    return ranks;
  }

  /** Most credits that may wait. */
  int capacity() {
    return capacity;
  }

  /** Counts credits on their way from other threads as if they were here. */
  void elsewhere(int onTheirWay) {
    elsewhere = onTheirWay;
  }

  /** True if {@code weight} more credits of a rank fit. */
  boolean fits(int rank, int weight) {
    return credits() + keptFrom(rank) + weight <= capacity;
  }

  /** The same for a flow of that rank, which must leave as much room as it takes. */
  boolean fits(int rank, int weight, long flow) {
    int ofFlow = queues[rank] == null ? 0 : queues[rank].creditsOf(flow);
    return credits() + keptFrom(rank) + weight + ofFlow <= capacity;
  }

  /** Credits that a class may not use, for they are guaranteed to those below it. */
  int keptFrom(int rank) {
    int kept = 0;
    double share = this.share.getAsDouble();
    for (int lower = rank + 1; lower < ranks; lower++) {
      if (queues[lower] != null) {
        kept += Math.max(0, (int) (share * capacity) - creditsOf[lower]);
      }
    }
    return kept;
  }

  /** Keeps room for what will come, or gives it back if negative. */
  void claim(int weight) {
    claimed += weight;
  }

  void add(E event, int rank, int weight, long stamp, long flow) {
    ClassQueue<E> queue = queues[rank];
    if (queue == null) {
      queue = turns ? new TurnQueue<>() : new Ring<>();
      queues[rank] = queue;
      ranks = Math.max(ranks, rank + 1);
    }
    queue.add(event, stamp, weight, flow);
    creditsOf[rank] += weight;
    credits += weight;
    length++;
  }

  /** Moves up to {@code limit} events into a batch. */
  void take(EventBatch<E> batch, int limit) {
    for (int i = Math.min(limit, length); i > 0; i--) {
      move(next(ranks), batch);
    }
  }

  /** Moves up to {@code limit} events into a batch, and none of background work. */
  void takeInteractive(EventBatch<E> batch, int limit) {
    for (int i = Math.min(limit, length - background()); i > 0; i--) {
      move(next(Math.min(ranks, BACKGROUND)), batch);
    }
  }

  /** Moves up to {@code limit} events of one rank into a batch. */
  void take(EventBatch<E> batch, int limit, int rank) {
    for (int i = Math.min(limit, length(rank)); i > 0; i--) {
      move(rank, batch);
    }
  }

  private void move(int rank, EventBatch<E> batch) {
    ClassQueue<E> queue = queues[rank];
    int weight = queue.headCredits();
    batch.add(queue.head(), queue.headStamp(), rank);
    queue.removeHead();
    creditsOf[rank] -= weight;
    credits -= weight;
    length--;
  }

  /** Events of one rank. */
  int length(int rank) {
    return queues[rank] == null ? 0 : queues[rank].size();
  }

  /** Events of one rank that entered the service by then, as those do that entered earlier. */
  int arrivedBy(int rank, long nanos, EventTraits<E> traits) {
    return queues[rank] == null ? 0 : queues[rank].arrivedBy(nanos, traits);
  }

  /** Events of one rank that would be served before a new one of a flow. */
  int ahead(int rank, long flow) {
    return queues[rank] == null ? 0 : queues[rank].ahead(flow);
  }

  /** The event of a rank to be served next; there is one. */
  E head(int rank) {
    return queues[rank].head();
  }

  /** When {@link #head(int)} came. */
  long headStamp(int rank) {
    return queues[rank].headStamp();
  }

  /** The rank to serve now, below {@code ranks}; at least one of them has an event. */
  private int next(int ranks) {
    int first = 0;
    while (queues[first] == null || queues[first].isEmpty()) {
      first++;
    }
    int chosen = first;
    double share = this.share.getAsDouble();
    for (int lower = first + 1; lower < ranks; lower++) {
      if (queues[lower] != null && !queues[lower].isEmpty()) {
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
    return rank < 0 ? null : queues[rank].head();
  }

  /** When {@link #head} came. */
  long headStamp() {
    return queues[headRank()].headStamp();
  }

  /** The rank of {@link #head}; -1 if there is none. */
  int headRank() {
    if (length > 0) {
      for (int rank = 0; rank < ranks; rank++) {
        if (queues[rank] != null && !queues[rank].isEmpty()) {
          return rank;
        }
      }
    }
    return -1;
  }
}
