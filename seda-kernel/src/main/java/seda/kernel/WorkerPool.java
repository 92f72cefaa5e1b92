package seda.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A domain whose threads may block. It serves one or several stages, in its {@link ServiceOrder}.
 * Serving several stages by one pool is the <i>Combine</i> pattern of the SEDA thesis: the pool is
 * then the gate in front of what they share.
 *
 * <pre>
 *   enqueue ─► [stage A's backlog] ─┐
 *   enqueue ─► [stage B's backlog] ─┼─► in the pool's order ─► a worker runs one batch
 *   enqueue ─► [stage C's backlog] ─┘
 * </pre>
 *
 * <p>One lock guards the backlogs of all its stages; it is held only to put in and take out, never
 * while a handler runs. What a batch shows is measured outside of it, by the worker that ran it.
 */
public final class WorkerPool extends ThreadDomain {
  private static final int FIRST_PAUSES = 8;
  private static final int LAST_PAUSES = 64;

  /** Where an order knows no classes. */
  static final int ANY_RANK = -1;

  final WorkerPoolConfig config;
  final Clock clock;
  final ReentrantLock lock = new ReentrantLock();

  final Workers workers;
  final PoolUsage usage;
  private final List<PoolQueue<?>> queues = new ArrayList<>();
  private final boolean classesFirst;

  /** By rank: time, as that of so many events of the stage whose take longest. */
  private final double[] owed = new double[ServiceClass.MAX_RANK + 1];

  /** By rank: the share of what is taken next that is added to it. */
  private final double[] entitled = new double[ServiceClass.MAX_RANK + 1];

  private volatile boolean started;
  private int ranks = 1;
  private int servedRank = ANY_RANK;
  private boolean contended;
  private boolean outOfTurn;
  private final AtomicInteger queued = new AtomicInteger();

  /** The clock's reading of whoever holds the lock, from before it was taken. */
  private long now;

  WorkerPool(WorkerPoolConfig config, Clock clock, Workers.Factory workers) {
    super(config.name());
    this.config = config;
    this.clock = clock;
    this.classesFirst =
        config.order() == ServiceOrder.PRIORITY || config.order() == ServiceOrder.LEAST_SLACK;
    this.workers = workers.make(this);
    this.usage = new PoolUsage(clock.nanos());
  }

  /**
   * Takes the lock. Whoever holds it gives it back within a microsecond, so a few tries cost less
   * than to be parked; ever farther apart, for each takes the lock's memory from its holder.
   */
  void lock() {
    for (int pauses = FIRST_PAUSES; pauses <= LAST_PAUSES; pauses *= 2) {
      if (lock.tryLock()) {
        return;
      }
      for (int i = 0; i < pauses; i++) {
        Thread.onSpinWait();
      }
    }
    lock.lock();
  }

  /** Asks with the lock held. */
  <T> T locked(Supplier<T> question) {
    lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

  @Override
  <E> StageQueue<E> queueFor(Stage<E> stage) {
    PoolQueue<E> queue = new PoolQueue<>(this, stage);
    lock.lock();
    try {
      queues.add(queue);
    } finally {
      lock.unlock();
    }
    return queue;
  }

  @Override
  public int threads() {
    return workers.size();
  }

  @Override
  public DomainSnapshot snapshot() {
    return new DomainSnapshot(
        name(), "pool", threads(), config.minThreads(), config.maxThreads(), cpuNanos());
  }

  @Override
  List<Thread> running() {
    return workers.threads();
  }

  /**
   * Sets how many threads there are; within the configured bounds. A worker that is not wanted any
   * more leaves after its batch. A pool that has not started has none, whatever is set. Any thread.
   */
  public void resize(int threads) {
    if (started) {
      workers.resize(Math.max(config.minThreads(), Math.min(threads, config.maxThreads())));
    }
  }

  /** The fewest threads that {@link #resize} sets. */
  public int minThreads() {
    return config.minThreads();
  }

  /** The most threads that {@link #resize} sets. */
  public int maxThreads() {
    return config.maxThreads();
  }

  /** What was done since the last call; for one caller, the controller of the pool's size. */
  public PoolObservation observe() {
    return locked(
        () -> {
          now = clock.nanos();
          return usage.observe(
              now,
              workers.size(),
              workers.wanted(),
              queued(),
              workers.idleSince(now - config.idleTime().toNanos()));
        });
  }

  @Override
  void start() {
    started = true;
    workers.resize(config.minThreads());
  }

  @Override
  void stop() {
    workers.stop();
  }

  boolean isEmptyOfStages() {
    return locked(queues::isEmpty);
  }

  // ---- called by the workers

  /** Events waiting; may be read without the lock. */
  int queued() {
    return queued.get();
  }

  /** The queue to be served next, or null. The lock is held. */
  PoolQueue<?> choose() {
    if (queued() == 0) {
      return null;
    }
    servedRank = classesFirst ? nextRank() : ANY_RANK;
    if (queues.size() == 1) {
      return queues.get(0);
    }
    PoolQueue<?> best = null;
    long bestUrgency = 0;
    for (PoolQueue<?> queue : queues) {
      if (queue.waiting(servedRank) > 0) {
        long urgency = queue.urgency(servedRank);
        if (best == null || urgency - bestUrgency < 0) {
          best = queue;
          bestUrgency = urgency;
        }
      }
    }
    return best;
  }

  /**
   * The rank to be served: the highest that waits in any queue, or a lower one that waits and is
   * owed time, for it is guaranteed a share of it. There is an event.
   */
  private int nextRank() {
    int first = ANY_RANK;
    int chosen = ANY_RANK;
    contended = false;
    for (int rank = 0; rank < ranks; rank++) {
      double share = guaranteedShare(rank);
      entitled[rank] = first == ANY_RANK ? 0 : Math.max(0, share);
      if (share < 0) {
        continue;
      }
      if (first == ANY_RANK) {
        first = rank;
        chosen = rank;
        continue;
      }
      contended = true;
      double needed =
          (1 - share) * longest(rank) / longest(ANY_RANK); // it is owed a part of its own
      if (chosen == first && owed[rank] >= needed) {
        chosen = rank;
      }
    }
    outOfTurn = chosen != first;
    return chosen;
  }

  /**
   * Events of what was chosen were taken. Every lower class that waits is owed its share of the
   * time that they take; one that was preferred to a higher class has been given all of it.
   *
   * @return whether it was
   */
  boolean taken(PoolQueue<?> queue, int events) {
    if (!contended) {
      return false;
    }
    double time = events * timeOfOne(queue) / longest(ANY_RANK);
    for (int rank = 0; rank < ranks; rank++) {
      owed[rank] += entitled[rank] * time;
    }
    owed[servedRank] -= outOfTurn ? time : 0;
    return outOfTurn;
  }

  /** Of the events that were preferred, these were too late, and took no time. */
  void gaveUp(PoolQueue<?> queue, int rank, int events) {
    owed[rank] += events * timeOfOne(queue) / longest(ANY_RANK);
  }

  /** The longest time of an event of the queues where the rank waits, or of all. */
  private double longest(int rank) {
    double longest = 0;
    for (PoolQueue<?> queue : queues) {
      if (rank == ANY_RANK || queue.waiting(rank) > 0) {
        longest = Math.max(longest, timeOfOne(queue));
      }
    }
    return longest;
  }

  /** Before anything is known all take the same. */
  private static double timeOfOne(PoolQueue<?> queue) {
    return Math.max(1, queue.serviceMean());
  }

  /** The share of a rank that waits somewhere; negative if none does. */
  private double guaranteedShare(int rank) {
    double share = -1;
    for (PoolQueue<?> queue : queues) {
      if (queue.waiting(rank) > 0) {
        share = Math.max(share, queue.stage().guaranteedShare());
      }
    }
    return share;
  }

  /** The lock is held, so this is the only one who writes. */
  void queued(int more) {
    queued.lazySet(queued.getPlain() + more);
  }

  // ---- called by the queues, with the lock held

  List<PoolQueue<?>> queues() {
    return queues;
  }

  void remove(PoolQueue<?> queue) {
    queues.remove(queue);
  }

  /** What all that waits takes, estimated, in nanoseconds of one thread. */
  double workWaiting() {
    return queues.stream().mapToDouble(PoolQueue::workWaiting).sum();
  }

  /** An event of this rank came. */
  void seen(int rank) {
    ranks = Math.max(ranks, rank + 1);
  }

  /** The rank of the batch that is to be taken, or {@link #ANY_RANK}. */
  int servedRank() {
    return servedRank;
  }

  long now() {
    return now;
  }

  void now(long nanos) {
    now = nanos;
  }

  /** As if there was a thread already where none has started. */
  int atLeastOneThread() {
    return Math.max(1, workers.size());
  }
}
