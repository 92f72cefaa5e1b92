package seda.kernel;

import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * A queue of a {@link WorkerPool} as an admission controller sees it, with the pool's lock held.
 */
final class PoolRoom implements Room {
  private final WorkerPool pool;
  private final PoolQueue<?> queue;

  PoolRoom(WorkerPool pool, PoolQueue<?> queue) {
    this.pool = pool;
    this.queue = queue;
  }

  @Override
  public boolean fits(int rank, int weight) {
    return queue.backlog().fits(rank, weight);
  }

  @Override
  public void judged(int rank, EnqueueResult result) {
    if (!result.accepted()) {
      pool.usage.refused(rank, pool.now());
    } else if (idleThreads() > 0) {
      pool.usage.idle(pool.now());
    }
  }

  @Override
  public boolean refusedSince(int rank, long nanos) {
    return pool.usage.refusedSince(rank, nanos);
  }

  @Override
  public boolean idleSince(long nanos) {
    return pool.usage.idleSince(nanos);
  }

  @Override
  public int length() {
    return queue.backlog().length();
  }

  @Override
  public int credits() {
    return queue.backlog().credits();
  }

  @Override
  public int creditsAhead(int rank) {
    return queue.backlog().creditsAhead(rank);
  }

  @Override
  public int capacity() {
    return queue.backlog().capacity();
  }

  @Override
  public int threads() {
    return pool.workers.size();
  }

  @Override
  public int idleThreads() {
    return Math.max(0, pool.workers.size() - pool.usage.busy() - pool.queued());
  }

  @Override
  public double workAhead(int rank) {
    return sum(other -> other.eventsAhead(queue, rank), PoolQueue::serviceMean);
  }

  @Override
  public double workVariance(int rank) {
    return sum(other -> other.eventsAhead(queue, rank), PoolQueue::serviceVariance);
  }

  @Override
  public double workHigher(int rank) {
    return sum(other -> other.eventsHigher(rank), PoolQueue::serviceMean);
  }

  @Override
  public double varianceHigher(int rank) {
    return sum(other -> other.eventsHigher(rank), PoolQueue::serviceVariance);
  }

  /** Over all queues, what each event of them is estimated at. */
  private double sum(ToIntFunction<PoolQueue<?>> events, ToDoubleFunction<PoolQueue<?>> ofOne) {
    double sum = 0;
    for (PoolQueue<?> other : pool.queues()) {
      int count = events.applyAsInt(other);
      sum += count == 0 ? 0 : count * ofOne.applyAsDouble(other);
    }
    return sum;
  }

  @Override
  public double shareLeft(int rank) {
    return pool.usage.shareLeft(rank, pool.now(), pool.workers.size());
  }

  @Override
  public double serviceMean() {
    return queue.serviceMean();
  }

  @Override
  public double serviceP90() {
    return queue.serviceP90();
  }

  @Override
  public long nanos() {
    return pool.now();
  }
}
