package seda.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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
 * <p>One lock guards the backlogs of all its stages and what is measured of them; it is held only
 * to put in and take out, never while a handler runs.
 */
public final class WorkerPool extends ThreadDomain {
  /** How fast the typical service time of a stage follows its batches. */
  private static final double SERVICE_SMOOTHING = 0.1;

  final WorkerPoolConfig config;
  final Clock clock;
  final ReentrantLock lock = new ReentrantLock();

  private final Workers workers;
  private final List<PoolQueue<?>> queues = new ArrayList<>();
  private volatile int queued;
  private long completed;
  private int busy;
  private double busyNanos;
  private long busySince;

  private long observedNanos;
  private long observedCompleted;
  private double observedBusyNanos;

  WorkerPool(WorkerPoolConfig config, Clock clock, Workers.Factory workers) {
    super(config.name());
    this.config = config;
    this.clock = clock;
    this.workers = workers.make(this);
    this.busySince = clock.nanos();
    this.observedNanos = busySince;
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
   * more leaves after its batch. Any thread.
   */
  public void resize(int threads) {
    workers.resize(Math.max(config.minThreads(), Math.min(threads, config.maxThreads())));
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
      accountBusy();
      long now = busySince;
      long interval = Math.max(1, now - observedNanos);
      PoolObservation observation =
          new PoolObservation(
              now,
              interval,
              workers.size(),
              queued,
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
    return queued;
  }

  /** The queue to be served next, or null. The lock is held. */
  PoolQueue<?> choose() {
    if (queued == 0) {
      return null;
    }
    if (queues.size() == 1) {
      return queues.get(0);
    }
    PoolQueue<?> best = null;
    long bestUrgency = 0;
    for (PoolQueue<?> queue : queues) {
      if (queue.backlog.length() > 0) {
        long urgency = queue.urgency();
        if (best == null || urgency - bestUrgency < 0) {
          best = queue;
          bestUrgency = urgency;
        }
      }
    }
    return best;
  }

  private void accountBusy() {
    long now = clock.nanos();
    busyNanos += (double) busy * (now - busySince);
    busySince = now;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written with the lock held only
  private void queued(int more) {
    queued += more;
  }

  /** Guarded by the pool's lock. */
  final class PoolQueue<E> implements StageQueue<E> {
    private final Stage<E> stage;
    private final Backlog<E> backlog;
    private final StageMeter meter = new StageMeter();
    private final ArrayDeque<Batch<E>> free = new ArrayDeque<>(2);
    private final long targetNanos;
    private double serviceNanos;
    private boolean closed;

    PoolQueue(Stage<E> stage) {
      this.stage = stage;
      this.backlog = stage.newBacklog();
      // without a target, slack is counted from arrival alone
      this.targetNanos = stage.target().map(java.time.Duration::toNanos).orElse(0L);
    }

    Stage<E> stage() {
      return stage;
    }

    /** Less goes first; there is an event. */
    private long urgency() {
      return switch (config.order()) {
        case FIFO -> backlog.headStamp();
        case LONGEST_QUEUE -> -backlog.credits();
        case PRIORITY -> ((long) backlog.headRank() << 56) + (backlog.headStamp() >>> 8);
        case LEAST_SLACK ->
            stage.arrival(backlog.head(), backlog.headStamp()) + targetNanos - (long) serviceNanos;
      };
    }

    // ---- workers

    /** Takes a batch that starts now. The lock is held. */
    Batch<E> take() {
      Batch<E> batch = free.isEmpty() ? stage.newBatch() : free.removeLast();
      backlog.take(batch, stage.batchLimit());
      queued(-batch.size());
      accountBusy();
      busy++;
      batch.startedAt(busySince);
      return batch;
    }

    /** The batch was run; it must not be used any more. The lock is held. */
    void ended(Batch<E> batch, long endNanos, long cpuNanos) {
      accountBusy();
      busy--;
      completed += batch.size();
      long start = batch.startedAt();
      double service = (double) (endNanos - start) / batch.size();
      serviceNanos += SERVICE_SMOOTHING * (service - serviceNanos);
      meter.ended(stage, batch, start, endNanos, cpuNanos);
      batch.clear();
      free.add(batch);
    }

    // ---- any thread

    @Override
    public EnqueueResult enqueue(E event) {
      Workers.Wakeup wakeup;
      lock.lock();
      try {
        if (closed) {
          return stage.refuse(List.of(event), EnqueueResult.CLOSED);
        }
        EnqueueResult result = stage.admit(event, backlog);
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
      backlog.add(event, stage.rank(event), stage.weight(event), clock.nanos());
      meter.entered(DomainThread.currentStage());
      queued(1);
      return workers.eventCame();
    }

    @Override
    public EnqueueResult enqueueOn(int processor, E event) {
      return enqueue(event);
    }

    @Override
    public EnqueueResult enqueueAll(List<? extends E> events) {
      List<Workers.Wakeup> wakeups;
      lock.lock();
      try {
        if (closed) {
          return stage.refuse(events, EnqueueResult.CLOSED);
        }
        EnqueueResult result = stage.admitAll(events, backlog);
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
        stage.accepted(event);
        Workers.Wakeup wakeup = add(event);
        if (wakeup != null) {
          wakeups.add(wakeup);
        }
      }
      return wakeups;
    }

    @Override
    public Claim<E> claim(List<? extends E> events) {
      lock.lock();
      try {
        EnqueueResult result =
            closed ? stage.refuse(events, EnqueueResult.CLOSED) : stage.admitAll(events, backlog);
        if (!result.accepted()) {
          return new Stage.Refused<>(result);
        }
        int weight = stage.weight(events);
        backlog.claim(weight);
        return new PoolClaim(List.copyOf(events), weight);
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
        lock.lock();
        try {
          backlog.claim(-weight);
          if (closed || !stage.isOpen()) {
            return stage.refuse(events, EnqueueResult.CLOSED);
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
        left.finish();
        left.clear();
      }
    }

    @Override
    public void collect(Consumer<StageMeter.Window> into) {
      StageMeter.Window measured;
      lock.lock();
      try {
        measured = meter.take();
      } finally {
        lock.unlock();
      }
      if (measured != null) {
        into.accept(measured);
      }
    }
  }
}
