package seda.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A domain whose threads may block. It serves one or several stages; with several, whichever event
 * has waited longest goes first (FIFO over all of them). Serving several stages by one pool is the
 * <i>Combine</i> pattern of the SEDA thesis: the pool is then the gate in front of what they share.
 *
 * <p>One lock guards the queues of all its stages; it is held only to put in and take out.
 */
public final class WorkerPool extends ThreadDomain {
  private final int size;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition eventOrStop = lock.newCondition();
  private final List<PoolQueue<?>> queues = new ArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private long arrivals;
  private boolean stopping;

  WorkerPool(String name, int size) {
    super(name);
    if (size < 1) {
      throw new IllegalArgumentException(name + ".size = " + size + ", must be at least 1");
    }
    this.size = size;
  }

  @Override
  <E> StageQueue<E> queueFor(Stage<E> stage) {
    PoolQueue<E> queue = new PoolQueue<>(stage);
    queues.add(queue);
    return queue;
  }

  @Override
  void start() {
    for (int i = 0; i < size; i++) {
      Thread worker = new Thread(new Worker(), name() + "-" + i);
      workers.add(worker);
      worker.start();
    }
  }

  @Override
  void stop() {
    lock.lock();
    try {
      stopping = true;
      eventOrStop.signalAll();
    } finally {
      lock.unlock();
    }
    workers.forEach(Threads::joinUninterruptibly);
    workers.clear();
  }

  /** Waits for events; null once the pool stops. The lock is held. */
  private PoolQueue<?> awaitWork() {
    while (!stopping) {
      PoolQueue<?> next = longestWaiting();
      if (next != null) {
        return next;
      }
      eventOrStop.awaitUninterruptibly();
    }
    return null;
  }

  private PoolQueue<?> longestWaiting() {
    PoolQueue<?> best = null;
    for (PoolQueue<?> queue : queues) {
      if (!queue.events.isEmpty() && (best == null || queue.headArrival() < best.headArrival())) {
        best = queue;
      }
    }
    return best;
  }

  private final class Worker implements Runnable {
    @Override
    public void run() {
      Runnable work = nextBatch();
      while (work != null) {
        work.run();
        work = nextBatch();
      }
    }

    private Runnable nextBatch() {
      lock.lock();
      try {
        PoolQueue<?> queue = awaitWork();
        return queue == null ? null : queue.takeBatch();
      } finally {
        lock.unlock();
      }
    }
  }

  private record Queued<E>(E event, long arrival) {}

  /** Guarded by the pool's lock. */
  private final class PoolQueue<E> implements StageQueue<E> {
    private final Stage<E> stage;
    private final ArrayDeque<Queued<E>> events = new ArrayDeque<>();

    PoolQueue(Stage<E> stage) {
      this.stage = stage;
    }

    long headArrival() {
      return events.element().arrival();
    }

    /** Takes a batch out; to be run without the lock. */
    Runnable takeBatch() {
      Batch<E> batch = stage.newBatch();
      for (int i = batch.capacity(); i > 0 && !events.isEmpty(); i--) {
        batch.add(events.remove().event());
      }
      return () -> stage.run(batch);
    }

    @Override
    public EnqueueResult enqueue(E event) {
      lock.lock();
      try {
        if (stopping) {
          return EnqueueResult.CLOSED;
        }
        EnqueueResult result = stage.admit(event, events.size());
        if (result.accepted()) {
          events.add(new Queued<>(event, arrivals++));
          eventOrStop.signal();
        }
        return result;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public EnqueueResult enqueueOn(int processor, E event) {
      return enqueue(event);
    }

    @Override
    public int length() {
      lock.lock();
      try {
        return events.size();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void drainTo(Consumer<? super E> consumer) {
      lock.lock();
      try {
        while (!events.isEmpty()) {
          consumer.accept(events.remove().event());
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
