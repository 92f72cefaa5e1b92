package seda.kernel.runtime;

import java.util.function.DoubleSupplier;
import seda.kernel.ServiceClass;

/**
 * The waiting events of a stage in one place: a queue per service class, served by rank, with a
 * guaranteed share for lower classes. A class is a FIFO or, under an order that says so, a LIFO; it
 * takes turns by flow if the stage has flows.
 *
 * <ul>
 *   <li>At enqueue, a class may not use the unused part of the room that is guaranteed to lower
 *       classes. Only classes seen so far count.
 *   <li>At dequeue, a lower class that waits while a higher one is served is owed {@code share} of
 *       an event for each event served. It is served once it is owed a whole one.
 *   <li>On a pool, a flow may not have more credits than are free [Choudhury and Hahne 1998, with α
 *       = 1]: alone it fills half of the queue, and a new flow finds room.
 * </ul>
 *
 * <p>Not thread-safe: guarded by its owner, a {@link ProcessorQueue} or a {@link PoolQueue}.
 */
final class Backlog<E> {
  private static final int BACKGROUND = ServiceClass.BACKGROUND.rank();

  private final int capacity;
  private final DoubleSupplier share;
  private final boolean turns;
  private final FlowThreads bounds; // null if flows are not bounded
  private final ServiceEnd end;

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
   * Creates an empty backlog.
   *
   * @param capacity capacity in credits
   * @param share guaranteed share of each class below the highest
   * @param turns true if flows take turns within a class
   * @param bounds threads of the flows if they are bounded, else null
   * @param end end at which a class or flow is served
   */
  Backlog(int capacity, DoubleSupplier share, boolean turns, FlowThreads bounds, ServiceEnd end) {
    this.capacity = capacity;
    this.share = share;
    this.turns = turns;
    this.bounds = bounds;
    this.end = end;
  }

  int length() {
    return length;
  }

  /** Returns the weight of the events waiting, claimed or in transit. */
  int credits() {
    return credits + claimed + elsewhere;
  }

  /** Returns the weight of waiting events only. */
  int waitingCredits() {
    return credits;
  }

  /** Returns the credits of this rank and the ranks above it. */
  int creditsAhead(int rank) {
    int ahead = 0;
    for (int r = 0; r <= rank; r++) {
      ahead += creditsOf[r];
    }
    return ahead;
  }

  /** Returns an estimate of the credits served before a new event of a flow. */
  int creditsAhead(int rank, long flow) {
    int events = length(rank);
    int later = events - ahead(rank, flow);
    return creditsAhead(rank) - (later == 0 ? 0 : (int) ((long) creditsOf[rank] * later / events));
  }

  int background() {
    return length(BACKGROUND);
  }

  /** Returns {@link #credits} without background work. */
  int interactiveCredits() {
    return credits() - creditsOf[BACKGROUND];
  }

  int creditsOf(int rank) {
    return creditsOf[rank];
  }

  /** Returns the number of ranks down to the lowest class seen so far. */
  int ranks() {
    return ranks;
  }

  int capacity() {
    return capacity;
  }

  /** Sets the credits in transit from other threads, which count as present. */
  void elsewhere(int onTheirWay) {
    elsewhere = onTheirWay;
  }

  /** True if {@code weight} more credits of a rank fit. */
  boolean fits(int rank, int weight) {
    return credits() + keptFrom(rank) + weight <= capacity;
  }

  /**
   * True if {@code weight} more credits of a flow fit. A flow must leave as much room free as it
   * takes.
   */
  boolean fits(int rank, int weight, long flow) {
    int ofFlow = queues[rank] == null ? 0 : queues[rank].creditsOf(flow);
    return credits() + keptFrom(rank) + weight + ofFlow <= capacity;
  }

  /** Returns the credits guaranteed to classes below this one and not used by them. */
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

  /** Reserves room for later events, or releases it if negative. */
  void claim(int weight) {
    claimed += weight;
  }

  void add(E event, int rank, int weight, long stamp, long flow) {
    ClassQueue<E> queue = queues[rank];
    if (queue == null) {
      queue = turns ? new TurnQueue<>(bounds, end) : new Ring<>(end);
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
      move(next(ranks, true), batch);
    }
  }

  /** Moves up to {@code limit} takeable events, without background work, into a batch. */
  void takeInteractive(EventBatch<E> batch, int limit) {
    while (batch.size() < limit && takeableInteractive() > 0) {
      move(next(Math.min(ranks, BACKGROUND), false), batch);
    }
  }

  /**
   * Moves up to {@code limit} takeable events of one rank into a batch. A flow that becomes full
   * has no further event in it.
   */
  void take(EventBatch<E> batch, int limit, int rank) {
    while (batch.size() < limit && takeable(rank) > 0) {
      move(rank, batch);
    }
  }

  private void move(int rank, EventBatch<E> batch) {
    ClassQueue<E> queue = queues[rank];
    int weight = queue.headCredits();
    long flow = queue.headFlow();
    batch.add(queue.head(), queue.headStamp(), rank);
    queue.removeHead();
    batch.taken(flow);
    creditsOf[rank] -= weight;
    credits -= weight;
    length--;
  }

  int length(int rank) {
    return queues[rank] == null ? 0 : queues[rank].size();
  }

  /** Returns the number of events of one rank that a thread may take now. */
  int takeable(int rank) {
    return queues[rank] == null ? 0 : queues[rank].takeable();
  }

  int takeableInteractive() {
    int takeable = 0;
    for (int rank = 0; rank < Math.min(ranks, BACKGROUND); rank++) {
      takeable += takeable(rank);
    }
    return takeable;
  }

  /** Returns the number of events of one rank that are at least as urgent. */
  int before(int rank, long urgency, Urgency<E> order, long flow) {
    return queues[rank] == null ? 0 : queues[rank].before(urgency, order, flow);
  }

  /** Returns those events of {@link #before} that are of the flow itself. */
  int ownBefore(int rank, long urgency, Urgency<E> order, long flow) {
    return queues[rank] == null ? 0 : queues[rank].ownBefore(urgency, order, flow);
  }

  /** Returns the number of waiting events of a flow in one rank. */
  int eventsOf(int rank, long flow) {
    return queues[rank] == null ? 0 : queues[rank].eventsOf(flow);
  }

  /** Returns the number of events of one rank served before a new event of a flow. */
  int ahead(int rank, long flow) {
    return queues[rank] == null ? 0 : queues[rank].ahead(flow);
  }

  /** Returns the next event of a rank that has one. */
  E head(int rank) {
    return queues[rank].head();
  }

  /** Returns the enqueue time of {@link #head(int)}. */
  long headStamp(int rank) {
    return queues[rank].headStamp();
  }

  /**
   * Returns the rank to serve next, below {@code ranks}; at least one of them has an event.
   *
   * @param all true to count events that no thread may take now
   */
  private int next(int ranks, boolean all) {
    int first = 0;
    while ((all ? length(first) : takeable(first)) == 0) {
      first++;
    }
    int chosen = first;
    double share = this.share.getAsDouble();
    for (int lower = first + 1; lower < ranks; lower++) {
      if ((all ? length(lower) : takeable(lower)) > 0) {
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

  /** Returns the next event if no share is owed; null if the backlog is empty. */
  E head() {
    int rank = headRank();
    return rank < 0 ? null : queues[rank].head();
  }

  /** Returns the enqueue time of {@link #head}. */
  long headStamp() {
    return queues[headRank()].headStamp();
  }

  /** Returns the rank of {@link #head}; -1 if the backlog is empty. */
  int headRank() {
    if (length > 0) {
      for (int rank = 0; rank < ranks; rank++) {
        if (takeable(rank) > 0) {
          return rank;
        }
      }
    }
    return -1;
  }
}
