package seda.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A worker per thread:
 *
 * <pre>
 *   RUNNING ── nothing waits ──► SPINNING (one at a time) ── still nothing ──► PARKED ── woken ──► RUNNING
 *      └──────── not wanted any more, or the pool stops ────────► ended
 * </pre>
 *
 * Whoever was parked last is woken first: its caches are warm, and those who are not needed are
 * seen to be idle for long. One event wakes one worker, and none while a spinning one will find it.
 */
final class ThreadWorkers implements Workers {
  private final WorkerPool pool;
  private final ReentrantLock lock;
  private final long spinNanos;

  // guarded by the pool's lock
  private final List<Worker> workers = new ArrayList<>();
  private final Deque<Worker> parked = new ArrayDeque<>();
  private int target;
  private int spinning;
  private int nextNumber;
  private boolean stopping;

  ThreadWorkers(WorkerPool pool) {
    this.pool = pool;
    this.lock = pool.lock;
    boolean alone = Runtime.getRuntime().availableProcessors() == 1;
    this.spinNanos = alone ? 0 : pool.config.spin().toNanos();
  }

  @Override
  public Wakeup eventCame() {
    return pool.queued() > spinning ? parked.pollFirst() : null;
  }

  @Override
  public void resize(int size) {
    List<Worker> changed = new ArrayList<>();
    boolean starting = false;
    lock.lock();
    try {
      if (stopping) {
        return;
      }
      target = size;
      starting = workers.size() < target;
      while (workers.size() < target) {
        Worker worker = new Worker(pool.name() + "-" + nextNumber++);
        workers.add(worker);
        changed.add(worker);
      }
      // who has been idle longest leaves first; who is busy leaves after its batch
      for (int surplus = workers.size() - target; surplus > 0 && !parked.isEmpty(); surplus--) {
        changed.add(parked.removeLast());
      }
    } finally {
      lock.unlock();
    }
    for (Worker worker : changed) {
      if (starting) {
        worker.start();
      } else {
        worker.wake();
      }
    }
  }

  @Override
  public int size() {
    lock.lock();
    try {
      return workers.size();
    } finally {
      lock.unlock();
    }
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
      return List.copyOf(workers);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void stop() {
    List<Worker> ending;
    List<Worker> sleeping;
    lock.lock();
    try {
      stopping = true;
      ending = List.copyOf(workers);
      sleeping = List.copyOf(parked);
      parked.clear();
    } finally {
      lock.unlock();
    }
    sleeping.forEach(Worker::wake);
    ending.forEach(Threads::joinUninterruptibly);
  }

  private final class Worker extends DomainThread implements Wakeup {
    private final CpuSampler cpu = new CpuSampler();
    private volatile boolean asleep;
    private long parkedAt;

    Worker(String name) {
      super(name);
    }

    @Override
    public void wake() {
      asleep = false;
      LockSupport.unpark(this);
    }

    @Override
    public void run() {
      lock.lock();
      try {
        for (var queue = awaitWork(); queue != null; queue = awaitWork()) {
          serve(queue);
        }
        workers.remove(this);
      } finally {
        lock.unlock();
      }
    }

    /** The lock is held, but while the handler runs. */
    private <E> void serve(WorkerPool.PoolQueue<E> queue) {
      Batch<E> batch = queue.take();
      Stage<E> stage = queue.stage();
      lock.unlock();
      stage.shedLate(batch);
      long cpuNanos = -1;
      long end = batch.startedAt();
      if (batch.size() > 0) {
        running(stage, batch);
        cpu.starting();
        stage.run(batch);
        cpuNanos = cpu.ended();
        batchEnded();
        end = pool.clock.nanos();
        stage.ended(batch, batch.startedAt(), end);
      }
      lock.lock();
      queue.ended(batch, end, cpuNanos);
    }

    /** The queue to be served; null once this worker is to end. The lock is held. */
    private WorkerPool.PoolQueue<?> awaitWork() {
      while (isWanted()) {
        WorkerPool.PoolQueue<?> queue = pool.choose();
        if (queue != null) {
          return queue;
        }
        boolean found = spinning == 0 && spinNanos > 0 && spin();
        if (!found && isWanted()) { // it may have been told to end while it looked for work
          park();
        }
      }
      return null;
    }

    private boolean isWanted() {
      return !stopping && workers.size() <= target;
    }

    /** True if an event came. */
    private boolean spin() {
      spinning++;
      lock.unlock();
      long deadline = System.nanoTime() + spinNanos;
      while (pool.queued() == 0 && System.nanoTime() - deadline < 0) {
        Thread.onSpinWait();
      }
      lock.lock();
      spinning--;
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
      lock.lock();
    }
  }
}
