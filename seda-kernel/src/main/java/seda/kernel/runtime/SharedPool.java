package seda.kernel.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.DomainSnapshot;
import seda.kernel.PoolObservation;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.WaitingEvent;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;

/**
 * The only implementation of {@link WorkerPool}: a backlog per stage, and workers that serve them
 * in the pool's order.
 *
 * <p>One lock guards the backlogs of all stages. It is held only to add and take events, never
 * while a handler runs. A worker measures its batch outside the lock.
 */
public final class SharedPool extends RuntimeDomain implements WorkerPool {
  private static final Logger log = LoggerFactory.getLogger(SharedPool.class);
  private static final int FIRST_PAUSES = 8;
  private static final int LAST_PAUSES = 64;

  /** All ranks except background work, for an order without classes. */
  static final int ANY_RANK = -1;

  private static final int BACKGROUND = ServiceClass.BACKGROUND.rank();

  /** Choices of an order without classes; rank 0 stands for {@link #ANY_RANK}. */
  private static final int INTERACTIVE_OR_BACKGROUND = 1 | 1 << BACKGROUND;

  final WorkerPoolConfig config;
  final Clock clock;
  final ReentrantLock lock = new ReentrantLock();

  final Workers workers;
  final PoolUsage usage;
  private final List<PoolQueue<?>> queues = new ArrayList<>();
  private final Set<String> warnedOfTarget = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean warnedOfShares = new AtomicBoolean();
  private final ServiceOrder order;
  private final boolean classesFirst;
  private final ServiceEnd end = new ServiceEnd();
  private final AtomicBoolean warnedOfOrder = new AtomicBoolean();

  private final ClassShares shares = new ClassShares();

  /**
   * Guaranteed share by rank, and service time of its next event; scratch space of {@link #take}.
   */
  private final double[] share = new double[ServiceClass.RANKS];

  private final double[] eventNanos = new double[ServiceClass.RANKS];

  private volatile boolean started;
  private int seen; // bit set of ranks
  final FlowThreads flows = new FlowThreads();
  private int waiting; // events in all queues
  private int interactive; // those that are not background work
  private long standingSince; // clock reading when interactive last became 1
  private final AtomicInteger queued = new AtomicInteger(); // those that a thread may take

  /** Creates a pool; it has no threads until it starts. */
  public SharedPool(WorkerPoolConfig config, Clock clock, Workers.Factory workers) {
    super(config.name());
    this.config = config;
    this.clock = clock;
    this.order = config.order();
    this.classesFirst = order.classesFirst();
    this.workers = workers.make(this);
    this.usage = new PoolUsage(clock.nanos());
  }

  /**
   * Takes the lock. Holders release it within a microsecond, so a few tries cost less than parking.
   * The pauses grow, because each try takes the lock's cache line from the holder.
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

  /** Evaluates a supplier with the lock held. */
  <T> T locked(Supplier<T> question) {
    lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

  @Override
  <E> StageQueue<E> queueFor(QueuedStage<E> stage) {
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

  @Override
  public void resize(int threads) {
    if (started) {
      workers.resize(Math.max(config.minThreads(), Math.min(threads, config.maxThreads())));
    }
  }

  @Override
  public int minThreads() {
    return config.minThreads();
  }

  @Override
  public int maxThreads() {
    return config.maxThreads();
  }

  @Override
  public PoolObservation observe() {
    return locked(
        () -> {
          long now = clock.nanos();
          return usage.observe(
              now,
              workers.size(),
              workers.wanted(),
              waiting,
              workers.idleSince(now - config.idleTime().toNanos()));
        });
  }

  @Override
  public void start() {
    started = true;
    workers.resize(config.minThreads());
  }

  @Override
  public void stop() {
    workers.stop();
  }

  public boolean isEmptyOfStages() {
    return locked(queues::isEmpty);
  }

  @Override
  void checkOrder(QueuedStage<?> stage) {
    boolean chooses = stage.isClassified() || locked(queues::size) > 1;
    if (!order.servesByTarget()
        && chooses
        && stage.hasTarget()
        && warnedOfTarget.add(stage.name())) {
      log.warn(
          "stage={} domain={} order={} the stage has a response-time target, but this order does"
              + " not serve by targets; least-slack does",
          stage.name(),
          name(),
          order.name());
    }
    if (!keepsShares()
        && stage.isClassified()
        && stage.guaranteedShare() > 0
        && !warnedOfShares.getAndSet(true)) {
      log.warn(
          "stage={} domain={} order={} guaranteed shares of the threads' time are kept only by"
              + " orders that serve classes first, such as least-slack and priority",
          stage.name(),
          name(),
          order.name());
    }
  }

  // ---- called by the workers

  /** Returns the number of events that a thread may take. May be called without the lock. */
  int queued() {
    return queued.get();
  }

  /**
   * Chooses a class and its most urgent queue, takes a batch, and charges the class. The lock is
   * held.
   *
   * @return the batch, or null if no event may be taken
   */
  public PoolBatch<?> take(long now) {
    if (flows.resized(workers.size())) {
      queued(0);
    }
    if (queued() == 0) {
      return null;
    }
    chooseEnd(now);
    int classes = classesFirst ? seen : INTERACTIVE_OR_BACKGROUND;
    if (backgroundWaiting() == 0) {
      classes &= ~(1 << BACKGROUND);
    }
    if (Integer.bitCount(classes) == 1) {
      int only = inOrder(ClassShares.highest(classes));
      return mostUrgent(only, now).take(only, false, now);
    }
    return takeByClass(classes, now);
  }

  private PoolBatch<?> takeByClass(int classes, long now) {
    int waiting = 0;
    for (int left = classes; left != 0; left &= left - 1) {
      int rank = ClassShares.highest(left);
      waiting |= demand(rank, now) << rank;
    }
    int highest = ClassShares.highest(waiting);
    int rank = shares.choose(waiting, share, eventNanos);
    PoolQueue<?> queue = mostUrgent(inOrder(rank), now);
    double mean = timeOfOne(queue, now);
    PoolBatch<?> batch = queue.take(inOrder(rank), rank != highest, now);
    shares.charge(waiting, rank, share, batch.takenSize() * mean, now);
    return batch;
  }

  /**
   * Maps a rank to the order's view: an order without classes distinguishes only background work.
   */
  private int inOrder(int rank) {
    return classesFirst || rank == BACKGROUND ? rank : ANY_RANK;
  }

  /** Returns the number of background events that a thread may take. The lock is held. */
  int backgroundWaiting() {
    int waiting = 0;
    if ((seen >>> BACKGROUND & 1) != 0) {
      for (int i = 0; i < queues.size(); i++) { // an iterator would allocate
        waiting += queues.get(i).takeable(BACKGROUND);
      }
    }
    return waiting;
  }

  /** Sets the share and event time of a rank; returns 1 if any queue can serve it, else 0. */
  private int demand(int rank, long now) {
    share[rank] = 0;
    int waits = 0;
    for (int i = 0; i < queues.size(); i++) { // an iterator would allocate
      PoolQueue<?> queue = queues.get(i);
      if (queue.takeable(inOrder(rank)) > 0) {
        waits = 1;
        share[rank] = Math.max(share[rank], queue.stage().guaranteedShare());
      }
    }
    eventNanos[rank] = waits == 0 ? 0 : timeOfOne(mostUrgent(inOrder(rank), now), now);
    return waits;
  }

  /** Asks the order at which end the queues are served now. The lock is held. */
  void chooseEnd(long now) {
    boolean newest = false;
    try {
      newest = order.newestFirst(interactive == 0 ? 0 : Math.max(0, now - standingSince));
    } catch (Throwable e) {
      orderFailed(e);
    }
    end.newest(newest);
  }

  /** Returns the end at which the queues are served. */
  ServiceEnd end() {
    return end;
  }

  /** Returns the urgency of an event; its age if the order fails. The lock is held. */
  long urgency(WaitingEvent event) {
    try {
      return order.urgency(event);
    } catch (Throwable e) {
      orderFailed(e);
      return end.isNewest() ? -event.stamp() : event.stamp();
    }
  }

  private void orderFailed(Throwable e) {
    if (!warnedOfOrder.getAndSet(true)) {
      log.error("domain={} order={} the order failed; age decides", name(), order.name(), e);
    }
  }

  /** Returns the next queue to serve for a rank that can be served. */
  private PoolQueue<?> mostUrgent(int rank, long now) {
    if (queues.size() == 1) {
      return queues.get(0);
    }
    PoolQueue<?> best = null;
    long bestUrgency = 0;
    for (int i = 0; i < queues.size(); i++) { // an iterator would allocate
      PoolQueue<?> queue = queues.get(i);
      if (queue.takeable(rank) > 0) {
        long urgency = queue.urgency(rank, now);
        if (best == null || urgency - bestUrgency < 0) {
          best = queue;
          bestUrgency = urgency;
        }
      }
    }
    return best;
  }

  /** Returns the mean service time; 1 ns while unknown, so that all stages count the same. */
  private static double timeOfOne(PoolQueue<?> queue, long now) {
    return Math.max(1, queue.serviceMean(now));
  }

  /** Records that admission refused an event of this rank, so that its class accrues debt. */
  void asks(PoolQueue<?> queue, int rank, long now) {
    seen(rank);
    shares.asks(rank, queue.stage().guaranteedShare(), timeOfOne(queue, now), now);
  }

  /** Returns the thread-time owed to a class, in nanoseconds. */
  double debt(int rank) {
    return shares.debt(rank);
  }

  /** True if lower classes get their owed turns. Background work always does. */
  boolean keepsShares() {
    return classesFirst;
  }

  /** Refunds events of an owed turn that were shed before they took any time. */
  void refund(PoolQueue<?> queue, int rank, int events, long now) {
    shares.refund(rank, events * timeOfOne(queue, now));
  }

  /**
   * Adds to the number of waiting events, and publishes how many the workers can take. The lock is
   * held, so there is one writer.
   */
  private void queued(int more) {
    waiting += more;
    queued.lazySet(waiting - flows.blocked());
  }

  // ---- called by the queues, with the lock held

  /** Records an event of a rank that entered a queue. */
  void added(int rank, long now) {
    if (rank != BACKGROUND && interactive++ == 0) {
      standingSince = now;
    }
    queued(1);
  }

  /** Records events of a rank that left a queue; a batch with any but background work counts. */
  void taken(int rank, int events) {
    interactive -= rank == BACKGROUND ? 0 : events;
    queued(-events);
  }

  /** Records that a flow's number of threads changed. */
  void released() {
    queued(0);
  }

  List<PoolQueue<?>> queues() {
    return queues;
  }

  void remove(PoolQueue<?> queue) {
    queues.remove(queue);
  }

  /**
   * Returns the estimated thread-time of all waiting events by rank, without background work, in
   * nanoseconds.
   */
  List<Double> workWaiting(long now) {
    return IntStream.range(0, BACKGROUND).mapToObj(rank -> workWaiting(rank, now)).toList();
  }

  private double workWaiting(int rank, long now) {
    return queues.stream().mapToDouble(queue -> queue.workWaiting(rank, now)).sum();
  }

  /** Records an event of this rank. */
  void seen(int rank) {
    seen |= 1 << rank;
  }

  /** Returns the number of threads, at least 1 also before the start. */
  int atLeastOneThread() {
    return Math.max(1, workers.size());
  }
}
