package seda.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The events of one stage that wait for a {@link WorkerPool}, and what is known of how long they
 * take. Guarded by the pool's lock, but for what other threads enqueue and ask.
 */
final class PoolQueue<E> implements StageQueue<E> {
  private final WorkerPool pool;
  private final Stage<E> stage;
  private final Backlog<E> backlog;
  private final StageMeter meter = new StageMeter();
  private final List<StageMeter> meters = new ArrayList<>();
  private final ArrayDeque<Batch<E>> free = new ArrayDeque<>(2);
  private final ServiceEstimate service;
  private final PoolRoom room;
  private boolean closed;

  PoolQueue(WorkerPool pool, Stage<E> stage) {
    this.pool = pool;
    this.stage = stage;
    this.backlog = stage.newBacklog();
    this.service = new ServiceEstimate(pool.clock.nanos());
    this.room = new PoolRoom(pool, this);
  }

  Stage<E> stage() {
    return stage;
  }

  Backlog<E> backlog() {
    return backlog;
  }

  /** In square nanoseconds. */
  double serviceVariance() {
    double mean = serviceMean();
    return mean * mean * service.variation();
  }

  int waiting(int rank) {
    return rank == WorkerPool.ANY_RANK ? backlog.length() : backlog.length(rank);
  }

  /** Less goes first; there is an event of the rank. */
  long urgency(int rank) {
    return switch (pool.config.order()) {
      case FIFO -> backlog.headStamp();
      case LONGEST_QUEUE -> -backlog.credits();
      case PRIORITY -> backlog.headStamp(rank);
      case LEAST_SLACK -> {
        long arrival = stage.traits().arrival(backlog.head(rank), backlog.headStamp(rank));
        yield arrival + slack(rank);
      }
    };
  }

  /** Events that would be served before one of this rank that entered another queue now. */
  int eventsAhead(PoolQueue<?> other, int rank) {
    int ahead = eventsHigher(rank);
    return pool.config.order() == ServiceOrder.LEAST_SLACK && other != this
        ? ahead
            + backlog.arrivedBy(rank, pool.now() + other.slack(rank) - slack(rank), stage.traits())
        : ahead + backlog.length(rank);
  }

  /** Events of the classes above this one. */
  int eventsHigher(int rank) {
    int events = 0;
    for (int higher = 0; higher < rank; higher++) {
      events += backlog.length(higher);
    }
    return events;
  }

  /** How long an event may wait from its arrival on. */
  private long slack(int rank) {
    return stage.targets().nanos(rank) - (long) serviceP90();
  }

  double workWaiting() {
    return backlog.length() == 0 ? 0 : backlog.length() * serviceMean();
  }

  double serviceMean() {
    return service.mean(pool.now(), pool.atLeastOneThread());
  }

  double serviceP90() {
    return service.p90(serviceMean());
  }

  // ---- workers

  /** Takes a batch that starts now. The lock is held. */
  Batch<E> take(long startNanos) {
    pool.now(startNanos);
    Batch<E> batch = free.isEmpty() ? newBatch() : free.removeLast();
    if (pool.servedRank() == WorkerPool.ANY_RANK) {
      backlog.take(batch, stage.batchLimit());
    } else {
      backlog.take(batch, stage.batchLimit(), pool.servedRank());
    }
    pool.queued(-batch.size());
    batch.startedOutOfTurn(pool.taken(this, batch.size()));
    pool.usage.began(batch.rank(0), startNanos, pool.workers.size());
    service.started(startNanos, pool.atLeastOneThread(), batch.size());
    batch.started(startNanos, serviceP90());
    return batch;
  }

  private Batch<E> newBatch() {
    Batch<E> batch = stage.runner().newBatch();
    meters.add(batch.meter());
    return batch;
  }

  /** The batch was run; it must not be used any more. The lock is held. */
  void ended(Batch<E> batch, long endNanos) {
    pool.now(endNanos);
    int handled = batch.size();
    long start = batch.startedAt();
    long each = handled == 0 ? 0 : (endNanos - start) / handled;
    if (batch.startedOutOfTurn()) {
      pool.gaveUp(this, batch.startedRank(), batch.startedSize() - handled);
    }
    pool.usage.ended(batch.startedRank(), handled, endNanos, pool.workers.size());
    service.ended(endNanos, pool.atLeastOneThread(), batch.startedSize(), handled, each);
    batch.clear();
    free.add(batch);
  }

  // ---- any thread

  @Override
  public EnqueueResult enqueue(E event) {
    Workers.Wakeup wakeup;
    long came = pool.clock.nanos(); // so that waiting for the lock counts as well
    pool.lock();
    try {
      if (closed) {
        return stage.gate().refuse(event, EnqueueResult.CLOSED);
      }
      pool.now(came);
      EnqueueResult result = stage.gate().admit(event, room);
      if (!result.accepted()) {
        return result;
      }
      wakeup = add(event);
    } finally {
      pool.lock.unlock();
    }
    if (wakeup != null) {
      wakeup.wake();
    }
    return EnqueueResult.ACCEPTED;
  }

  private Workers.Wakeup add(E event) {
    int rank = stage.traits().rank(event);
    pool.seen(rank);
    backlog.add(event, rank, stage.traits().weight(event), pool.now());
    meter.entered(DomainThread.currentStage());
    pool.queued(1);
    return pool.workers.next(stage.batchLimit());
  }

  @Override
  public EnqueueResult enqueueOn(int processor, E event) {
    return enqueue(event);
  }

  @Override
  public EnqueueResult enqueueAll(List<? extends E> events) {
    List<Workers.Wakeup> wakeups;
    long came = pool.clock.nanos();
    pool.lock();
    try {
      if (closed) {
        return stage.gate().refuse(events, EnqueueResult.CLOSED);
      }
      pool.now(came);
      EnqueueResult result = stage.gate().judge(events, room);
      if (result.accepted()) {
        result = stage.gate().accept(events);
      }
      if (!result.accepted()) {
        return result;
      }
      wakeups = addAll(events);
    } finally {
      pool.lock.unlock();
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
    long came = pool.clock.nanos();
    pool.lock();
    try {
      pool.now(came);
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
      pool.lock.unlock();
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
      long came = pool.clock.nanos();
      pool.lock();
      try {
        pool.now(came);
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
        pool.lock.unlock();
      }
      wakeups.forEach(Workers.Wakeup::wake);
      return EnqueueResult.ACCEPTED;
    }

    @Override
    public void release() {
      pool.lock.lock();
      try {
        backlog.claim(-weight);
      } finally {
        pool.lock.unlock();
      }
    }
  }

  @Override
  public EnqueueResult probe(ServiceClass serviceClass) {
    return pool.locked(
        () -> {
          pool.now(pool.clock.nanos());
          return closed ? EnqueueResult.CLOSED : stage.gate().probe(serviceClass, room);
        });
  }

  @Override
  public StageLoad load() {
    return pool.locked(
        () -> {
          pool.now(pool.clock.nanos());
          return new StageLoad(backlog.length(), pool.workWaiting(), pool.atLeastOneThread());
        });
  }

  @Override
  public int length() {
    return pool.locked(backlog::length);
  }

  @Override
  public int credits() {
    return pool.locked(backlog::credits);
  }

  @Override
  public void close() {
    Batch<E> left = stage.runner().newBatch();
    boolean more = true;
    while (more) {
      more = pool.locked(() -> takeLeft(left));
      stage.runner().shed(left);
    }
  }

  /** Takes what is left, as much as fits; true if there is more. */
  private boolean takeLeft(Batch<E> left) {
    closed = true;
    backlog.take(left, left.capacity());
    pool.queued(-left.size());
    boolean more = backlog.length() > 0;
    if (!more) {
      pool.remove(this);
    }
    return more;
  }

  @Override
  public Work work() {
    return pool.locked(() -> meters.stream().map(StageMeter::work).reduce(Work.NONE, Work::plus));
  }

  @Override
  public void collect(Consumer<StageMeter.Window> into) {
    List<StageMeter.Window> measured = new ArrayList<>();
    List<StageMeter> all =
        pool.locked(
            () -> {
              measured.add(meter.take());
              return List.copyOf(meters);
            });
    for (StageMeter one : all) {
      synchronized (one) {
        measured.add(one.take());
      }
    }
    measured.stream().filter(Objects::nonNull).forEach(into);
  }
}
