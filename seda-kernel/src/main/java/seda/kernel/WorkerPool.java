package seda.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

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
  private static final int ANY_RANK = -1;
  private static final double RANK_SMOOTHING_NANOS = 1e9;

  final WorkerPoolConfig config;
  final Clock clock;
  final ReentrantLock lock = new ReentrantLock();

  private final Workers workers;
  private final List<PoolQueue<?>> queues = new ArrayList<>();
  private final boolean classesFirst;
  private final double[] owed = new double[ServiceClass.MAX_RANK + 1];
  private final double[] busyShare = new double[ServiceClass.MAX_RANK + 1];
  private final int[] busyOf = new int[ServiceClass.MAX_RANK + 1];
  private volatile boolean started;
  private int ranks = 1;
  private int servedRank = ANY_RANK;
  private final AtomicInteger queued = new AtomicInteger();
  private long completed;
  private int busy;
  private double busyNanos;
  private long busySince;

  /** The clock's reading of whoever holds the lock, from before it was taken. */
  private long now;

  private long observedNanos;
  private long observedCompleted;
  private double observedBusyNanos;

  WorkerPool(WorkerPoolConfig config, Clock clock, Workers.Factory workers) {
    super(config.name());
    this.config = config;
    this.clock = clock;
    this.classesFirst =
        config.order() == ServiceOrder.PRIORITY || config.order() == ServiceOrder.LEAST_SLACK;
    this.workers = workers.make(this);
    this.busySince = clock.nanos();
    this.observedNanos = busySince;
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

  @Override
  <E> StageQueue<E> queueFor(Stage<E> stage) {
    PoolQueue<E> queue = new PoolQueue<>(stage);
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
    lock.lock();
    try {
      now = clock.nanos();
      accountBusy();
      long interval = Math.max(1, now - observedNanos);
      PoolObservation observation =
          new PoolObservation(
              now,
              interval,
              workers.wanted(),
              queued(),
              completed - observedCompleted,
              (busyNanos - observedBusyNanos) / interval,
              workers.idleSince(now - config.idleTime().toNanos()));
      observedNanos = now;
      observedCompleted = completed;
      observedBusyNanos = busyNanos;
      return observation;
    } finally {
      lock.unlock();
    }
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
    lock.lock();
    try {
      return queues.isEmpty();
    } finally {
      lock.unlock();
    }
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
   * owed an event, for it is guaranteed a share of what is served. There is an event.
   */
  private int nextRank() {
    int first = ANY_RANK;
    int chosen = ANY_RANK;
    for (int rank = 0; rank < ranks; rank++) {
      double share = guaranteedShare(rank);
      if (share < 0) {
        continue;
      }
      if (first == ANY_RANK) {
        first = rank;
        chosen = rank;
        continue;
      }
      owed[rank] += share;
      if (owed[rank] >= 1 && chosen == first) {
        chosen = rank;
      }
    }
    if (chosen != first) {
      owed[chosen] -= 1;
    }
    return chosen;
  }

  /** The share of a rank that waits somewhere; negative if none does. */
  private double guaranteedShare(int rank) {
    double share = -1;
    for (PoolQueue<?> queue : queues) {
      if (queue.backlog.length(rank) > 0) {
        share = Math.max(share, queue.stage.guaranteedShare());
      }
    }
    return share;
  }

  /** Brings what is measured up to now. The lock is held. */
  private void accountBusy() {
    double passed = now - busySince;
    if (passed > 0) {
      busyNanos += busy * passed;
      double kept = RANK_SMOOTHING_NANOS / (RANK_SMOOTHING_NANOS + passed);
      int threads = Math.max(1, workers.size());
      for (int rank = 0; rank < ranks; rank++) {
        double share = (double) busyOf[rank] / threads;
        busyShare[rank] = share + kept * (busyShare[rank] - share);
      }
      busySince = now;
    }
  }

  /** The lock is held, so this is the only one who writes. */
  private void queued(int more) {
    queued.lazySet(queued.getPlain() + more);
  }

  /** Guarded by the pool's lock. */
  final class PoolQueue<E> implements StageQueue<E> {
    private final Stage<E> stage;
    private final Backlog<E> backlog;
    private final StageMeter meter = new StageMeter();
    private final List<StageMeter> meters = new ArrayList<>();
    private final ArrayDeque<Batch<E>> free = new ArrayDeque<>(2);
    private final ServiceEstimate service = new ServiceEstimate(clock.nanos());
    private final PoolRoom room = new PoolRoom();
    private boolean closed;

    PoolQueue(Stage<E> stage) {
      this.stage = stage;
      this.backlog = stage.newBacklog();
    }

    Stage<E> stage() {
      return stage;
    }

    int waiting(int rank) {
      return rank == ANY_RANK ? backlog.length() : backlog.length(rank);
    }

    /** Less goes first; there is an event of the rank. */
    private long urgency(int rank) {
      return switch (config.order()) {
        case FIFO -> backlog.headStamp();
        case LONGEST_QUEUE -> -backlog.credits();
        case PRIORITY -> backlog.headStamp(rank);
        case LEAST_SLACK -> {
          long arrival = stage.traits().arrival(backlog.head(rank), backlog.headStamp(rank));
          yield arrival + slack(rank);
        }
      };
    }

    /** The queue as an admission controller sees it. */
    private final class PoolRoom implements Room {
      @Override
      public boolean fits(int rank, int weight) {
        return backlog.fits(rank, weight);
      }

      @Override
      public int length() {
        return backlog.length();
      }

      @Override
      public int credits() {
        return backlog.credits();
      }

      @Override
      public int creditsAhead(int rank) {
        return backlog.creditsAhead(rank);
      }

      @Override
      public int capacity() {
        return backlog.capacity();
      }

      @Override
      public int threads() {
        return workers.size();
      }

      @Override
      public int idleThreads() {
        return Math.max(0, workers.size() - busy - queued());
      }

      @Override
      public double workAhead(int rank) {
        double work = 0;
        for (PoolQueue<?> queue : queues) {
          work += queue.eventsAhead(PoolQueue.this, rank) * queue.room.serviceMean();
        }
        return work;
      }

      @Override
      public double workVariance(int rank) {
        double variance = 0;
        for (PoolQueue<?> queue : queues) {
          int ahead = queue.eventsAhead(PoolQueue.this, rank);
          if (ahead > 0) {
            double mean = queue.room.serviceMean();
            variance += ahead * mean * mean * queue.service.variation();
          }
        }
        return variance;
      }

      @Override
      public double shareLeft(int rank) {
        accountBusy();
        double left = 1;
        for (int higher = 0; higher < rank; higher++) {
          left -= busyShare[higher];
        }
        return Math.max(0, left);
      }

      @Override
      public double serviceMean() {
        return service.mean(now, Math.max(1, workers.size()));
      }

      @Override
      public double serviceP90() {
        return service.p90(serviceMean());
      }

      @Override
      public long nanos() {
        return now;
      }
    }

    /** Events that would be served before one of this rank that entered another queue now. */
    private int eventsAhead(PoolQueue<?> other, int rank) {
      int ahead = 0;
      for (int higher = 0; higher < rank; higher++) {
        ahead += backlog.length(higher);
      }
      return config.order() == ServiceOrder.LEAST_SLACK && other != this
          ? ahead + backlog.arrivedBy(rank, now + other.slack(rank) - slack(rank), stage.traits())
          : ahead + backlog.length(rank);
    }

    /** How long an event may wait from its arrival on. */
    private long slack(int rank) {
      return stage.targets().nanos(rank) - (long) room.serviceP90();
    }

    // ---- workers

    /** Takes a batch that starts now. The lock is held. */
    Batch<E> take(long startNanos) {
      now = startNanos;
      Batch<E> batch = free.isEmpty() ? newBatch() : free.removeLast();
      if (servedRank == ANY_RANK) {
        backlog.take(batch, stage.batchLimit());
      } else {
        backlog.take(batch, stage.batchLimit(), servedRank);
      }
      queued(-batch.size());
      accountBusy();
      busy++;
      busyOf[batch.rank(0)]++;
      service.started(now, Math.max(1, workers.size()), batch.size());
      batch.started(now, room.serviceP90());
      return batch;
    }

    private Batch<E> newBatch() {
      Batch<E> batch = stage.newBatch();
      meters.add(batch.meter());
      return batch;
    }

    /** The batch was run; it must not be used any more. The lock is held. */
    void ended(Batch<E> batch, long endNanos) {
      now = endNanos;
      accountBusy();
      busy--;
      busyOf[batch.startedRank()]--;
      int handled = batch.size();
      long start = batch.startedAt();
      long each = handled == 0 ? 0 : (endNanos - start) / handled;
      service.ended(now, Math.max(1, workers.size()), batch.startedSize(), handled, each);
      completed += handled;
      batch.clear();
      free.add(batch);
    }

    // ---- any thread

    @Override
    public EnqueueResult enqueue(E event) {
      Workers.Wakeup wakeup;
      long came = clock.nanos(); // so that waiting for the lock counts as well
      lock();
      try {
        if (closed) {
          return stage.gate().refuse(event, EnqueueResult.CLOSED);
        }
        now = came;
        EnqueueResult result = stage.gate().admit(event, room);
        if (!result.accepted()) {
          return result;
        }
        wakeup = add(event);
      } finally {
        lock.unlock();
      }
      if (wakeup != null) {
        wakeup.wake();
      }
      return EnqueueResult.ACCEPTED;
    }

    private Workers.Wakeup add(E event) {
      int rank = stage.traits().rank(event);
      ranks = Math.max(ranks, rank + 1);
      backlog.add(event, rank, stage.traits().weight(event), now);
      meter.entered(DomainThread.currentStage());
      queued(1);
      return workers.next(stage.batchLimit());
    }

    @Override
    public EnqueueResult enqueueOn(int processor, E event) {
      return enqueue(event);
    }

    @Override
    public EnqueueResult enqueueAll(List<? extends E> events) {
      List<Workers.Wakeup> wakeups;
      long came = clock.nanos();
      lock();
      try {
        if (closed) {
          return stage.gate().refuse(events, EnqueueResult.CLOSED);
        }
        now = came;
        EnqueueResult result = stage.gate().judge(events, room);
        if (result.accepted()) {
          result = stage.gate().accept(events);
        }
        if (!result.accepted()) {
          return result;
        }
        wakeups = addAll(events);
      } finally {
        lock.unlock();
      }
      wakeups.forEach(Workers.Wakeup::wake);
      return EnqueueResult.ACCEPTED;
    }

    private List<Workers.Wakeup> addAll(List<? extends E> events) {
      List<Workers.Wakeup> wakeups = new ArrayList<>();
      for (E event : events) {
        Workers.Wakeup wakeup = add(event);
        if (wakeup != null) {
          wakeups.add(wakeup);
        }
      }
      return wakeups;
    }

    @Override
    public Claim<E> claim(List<? extends E> events) {
      long came = clock.nanos();
      lock();
      try {
        now = came;
        EnqueueResult result =
            closed
                ? stage.gate().refuse(events, EnqueueResult.CLOSED)
                : stage.gate().judge(events, room);
        if (!result.accepted()) {
          return new Stage.Refused<>(result);
        }
        PoolClaim claim = new PoolClaim(List.copyOf(events), stage.traits().weight(events));
        backlog.claim(claim.weight);
        return claim;
      } finally {
        lock.unlock();
      }
    }

    private final class PoolClaim implements Claim<E> {
      private final List<E> events;
      private final int weight;

      PoolClaim(List<E> events, int weight) {
        this.events = events;
        this.weight = weight;
      }

      @Override
      public EnqueueResult result() {
        return EnqueueResult.ACCEPTED;
      }

      @Override
      public EnqueueResult enqueue() {
        List<Workers.Wakeup> wakeups;
        long came = clock.nanos();
        lock();
        try {
          now = came;
          backlog.claim(-weight);
          EnqueueResult result =
              closed
                  ? stage.gate().refuse(events, EnqueueResult.CLOSED)
                  : stage.gate().accept(events);
          if (!result.accepted()) {
            return result;
          }
          wakeups = addAll(events);
        } finally {
          lock.unlock();
        }
        wakeups.forEach(Workers.Wakeup::wake);
        return EnqueueResult.ACCEPTED;
      }

      @Override
      public void release() {
        lock.lock();
        try {
          backlog.claim(-weight);
        } finally {
          lock.unlock();
        }
      }
    }

    @Override
    public EnqueueResult probe(ServiceClass serviceClass) {
      lock.lock();
      try {
        now = clock.nanos();
        return closed ? EnqueueResult.CLOSED : stage.gate().probe(serviceClass, room);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public StageLoad load() {
      lock.lock();
      try {
        now = clock.nanos();
        return new StageLoad(backlog.length(), room.serviceMean(), Math.max(1, workers.size()));
      } finally {
        lock.unlock();
      }
    }

    @Override
    public int length() {
      lock.lock();
      try {
        return backlog.length();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public int credits() {
      lock.lock();
      try {
        return backlog.credits();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      Batch<E> left = stage.newBatch();
      boolean empty = false;
      while (!empty) {
        lock.lock();
        try {
          closed = true;
          backlog.take(left, left.capacity());
          queued(-left.size());
          empty = backlog.length() == 0;
          if (empty) {
            queues.remove(this);
          }
        } finally {
          lock.unlock();
        }
        stage.shed(left);
      }
    }

    @Override
    public Work work() {
      lock.lock();
      try {
        return meters.stream().map(StageMeter::work).reduce(Work.NONE, Work::plus);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void collect(Consumer<StageMeter.Window> into) {
      List<StageMeter> all;
      List<StageMeter.Window> measured = new ArrayList<>();
      lock();
      try {
        measured.add(meter.take());
        all = List.copyOf(meters);
      } finally {
        lock.unlock();
      }
      for (StageMeter one : all) {
        synchronized (one) {
          measured.add(one.take());
        }
      }
      measured.stream().filter(Objects::nonNull).forEach(into);
    }
  }
}
