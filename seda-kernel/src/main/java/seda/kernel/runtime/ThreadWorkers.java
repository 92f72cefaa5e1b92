package seda.kernel.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Workers that are threads:
 *
 * <pre>
 *   RUNNING ── nothing waits ──► SPINNING (one at a time) ── still nothing ──► PARKED ── woken ──► RUNNING
 *      └──────── not wanted any more, or the pool stops ────────► ended
 * </pre>
 *
 * <p>The worker that parked last is woken first: its caches are warm, and surplus workers stay idle
 * long enough to be noticed. An event wakes at most one worker, and none if the searching workers
 * (spinning or just woken) will take it with their batches. A worker that leaves events behind
 * while none searches wakes the next.
 */
public final class ThreadWorkers implements Workers {
  /** Pause between two looks of a spinning worker: each look costs the enqueuer a cache miss. */
  private static final int PAUSES = 16;

  /** A shorter rest costs more by its wake-up than spinning would have. */
  private static final long BRIEF_REST_NANOS = 50_000;

  private final SharedPool pool;
  private final ReentrantLock lock;
  private final long spinNanos;

  // guarded by the pool's lock
  private final List<Worker> workers = new ArrayList<>();
  private final Deque<Worker> parked = new ArrayDeque<>();
  private volatile int size;
  private int target;
  private int searching;
  private int nextNumber;
  private boolean stopping;

  public ThreadWorkers(SharedPool pool) {
    this.pool = pool;
    this.lock = pool.lock;
    boolean alone = Runtime.getRuntime().availableProcessors() == 1;
    this.spinNanos = alone ? 0 : pool.config.spin().toNanos();
  }

  @Override
  public Wakeup next(int batchLimit) {
    return pool.queued() > searching * batchLimit ? searcher(parked.pollFirst()) : null;
  }

  /** Counts a woken worker, if any, as searching. */
  private Worker searcher(Worker woken) {
    searching += woken == null ? 0 : 1;
    return woken;
  }

  @Override
  public void resize(int wanted) {
    List<Thread> starting = new ArrayList<>();
    List<Worker> leaving = new ArrayList<>();
    lock.lock();
    try {
      if (stopping) {
        return;
      }
      target = wanted;
      while (workers.size() < target) {
        Worker worker = new Worker(pool.name() + "-" + nextNumber++);
        workers.add(worker);
        starting.add(worker.thread);
      }
      size = workers.size();
      // the longest idle worker leaves first; busy workers leave after their batch
      for (int surplus = workers.size() - target; surplus > 0 && !parked.isEmpty(); surplus--) {
        leaving.add(searcher(parked.removeLast()));
      }
    } finally {
      lock.unlock();
    }
    starting.forEach(Thread::start);
    leaving.forEach(Worker::wake);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int wanted() {
    return target;
  }

  @Override
  public int idleSince(long nanos) {
    int idle = 0;
    for (Worker worker : parked) {
      if (worker.parkedAt - nanos <= 0) {
        idle++;
      }
    }
    return idle;
  }

  @Override
  public List<Thread> threads() {
    lock.lock();
    try {
      return workers.stream().<Thread>map(worker -> worker.thread).toList();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void stop() {
    List<Thread> ending;
    List<Worker> sleeping;
    lock.lock();
    try {
      stopping = true;
      ending = threads();
      sleeping = List.copyOf(parked);
      parked.clear();
      searching += sleeping.size();
    } finally {
      lock.unlock();
    }
    for (Worker worker : sleeping) {
      worker.wake();
    }
    for (Thread thread : ending) {
      Threads.joinUninterruptibly(thread);
    }
  }

  private final class Worker implements Wakeup, Runnable {
    private final DomainThread thread;
    private final CpuSampler cpu = new CpuSampler();
    private volatile boolean asleep;
    private long parkedAt;
    private long restedNanos = Long.MAX_VALUE;

    /** Clock reading when this worker last took the lock. */
    private long now;

    Worker(String name) {
      thread = new DomainThread(this, name);
    }

    @Override
    public void wake() {
      asleep = false;
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      Wakeup other;
      now = pool.clock.nanos();
      pool.lock();
      try {
        for (PoolBatch<?> batch = awaitWork(); batch != null; batch = awaitWork()) {
          serve(batch);
        }
        pool.threadEnds();
        workers.remove(this);
        size = workers.size();
        other = next(1); // this worker may have been woken for an event
      } finally {
        lock.unlock();
      }
      if (other != null) {
        other.wake();
      }
    }

    /** Runs a batch. The lock is held, except while the handler runs. */
    private <E> void serve(PoolBatch<E> batch) {
      QueuedStage<E> stage = batch.stage();
      Wakeup other = next(stage.batchLimit());
      lock.unlock();
      if (other != null) {
        other.wake();
      }
      stage.runner().shedLate(batch);
      long cpuNanos = -1;
      long end = batch.startedAt();
      if (batch.size() > 0) {
        thread.running(stage, batch);
        cpu.starting();
        stage.runner().run(batch);
        cpuNanos = cpu.ended();
        thread.batchEnded();
        end = pool.clock.nanos();
        synchronized (batch.meter()) {
          batch.meter().ended(stage, batch, batch.startedAt(), end, cpuNanos);
        }
        stage.runner().ended(batch, batch.startedAt(), end);
      }
      now = end;
      pool.lock();
      batch.queue().ended(batch, end);
    }

    /** Returns the next batch; null if this worker should end. The lock is held. */
    private PoolBatch<?> awaitWork() {
      while (isWanted()) {
        PoolBatch<?> batch = pool.take(now);
        if (batch != null) {
          return batch;
        }
        boolean found = searching == 0 && spinNanos > 0 && spin();
        if (!found && isWanted()) { // may be surplus by now
          park();
        }
      }
      return null;
    }

    private boolean isWanted() {
      return !stopping && workers.size() <= target;
    }

    /** Spins; true if an event came. */
    @SuppressWarnings("ThreadPriorityCheck") // affects speed only
    private boolean spin() {
      searching++;
      lock.unlock();
      if (restedNanos < BRIEF_REST_NANOS) {
        Thread.yield(); // a frequent waker may need this core
      }
      long deadline = System.nanoTime() + spinNanos;
      while (pool.queued() == 0 && System.nanoTime() - deadline < 0) {
        for (int i = 0; i < PAUSES; i++) {
          Thread.onSpinWait();
        }
      }
      now = pool.clock.nanos();
      pool.lock();
      searching--;
      return pool.queued() > 0;
    }

    private void park() {
      asleep = true;
      parkedAt = pool.clock.nanos();
      parked.addFirst(this);
      lock.unlock();
      while (asleep) {
        LockSupport.park(ThreadWorkers.this);
      }
      now = pool.clock.nanos();
      restedNanos = now - parkedAt;
      pool.lock();
      searching--;
    }
  }
}
