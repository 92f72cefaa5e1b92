package seda.kernel.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.StageLoad;

/**
 * The waiting events of one stage of a {@link SharedPool}, and the estimate of their service time.
 * Guarded by the pool's lock, except the methods of {@link StageQueue}, which take it.
 */
public final class PoolQueue<E> implements StageQueue<E> {
  private final SharedPool pool;
  private final QueuedStage<E> stage;
  private final FlowThreads bounds; // null if the stage's flows are not bounded
  private final Backlog<E> backlog;
  private final StageMeter meter = new StageMeter();
  private final List<StageMeter> meters = new ArrayList<>();
  private final ArrayDeque<PoolBatch<E>> free = new ArrayDeque<>(2);
  private final ServiceEstimate service;
  private final PoolQueueState state;
  private final QueuedEvent<E> view;
  private boolean closed;

  PoolQueue(SharedPool pool, QueuedStage<E> stage) {
    this.pool = pool;
    this.stage = stage;
    this.bounds = stage.traits().areFlowsBounded() ? pool.flows : null;
    this.backlog = stage.newBacklog(bounds, pool.end());
    this.view = new QueuedEvent<>(this, pool.end());
    this.service = new ServiceEstimate(pool.clock.nanos());
    this.state = new PoolQueueState(pool, this);
  }

  public QueuedStage<E> stage() {
    return stage;
  }

  FlowThreads bounds() {
    return bounds;
  }

  Backlog<E> backlog() {
    return backlog;
  }

  /** Returns the variance of the service time in square nanoseconds. */
  double serviceVariance(long now) {
    double mean = serviceMean(now);
    return mean * mean * service.variation();
  }

  /**
   * Returns the events of a rank that a thread may take now, or for {@link SharedPool#ANY_RANK} of
   * all ranks but background work.
   */
  int takeable(int rank) {
    return rank == SharedPool.ANY_RANK ? backlog.takeableInteractive() : backlog.takeable(rank);
  }

  /** Returns the urgency of the rank's next event; the least goes first. The rank has an event. */
  long urgency(int rank, long now) {
    boolean any = rank == SharedPool.ANY_RANK;
    int head = any ? backlog.headRank() : rank;
    int credits = any ? backlog.interactiveCredits() : backlog.creditsOf(rank);
    return view.look(head, credits, now).of(backlog.head(head), backlog.headStamp(head), 1, 1);
  }

  /** Returns the urgency of an event that enters this queue now. */
  private long urgencyOfNew(int rank, long now) {
    return view.look(rank, backlog.creditsOf(rank), now).ofNew();
  }

  /** Returns what the pool's order says of an event of this queue. */
  long urgencyOf(QueuedEvent<E> event) {
    return pool.urgency(event);
  }

  /**
   * Returns the number of events that would be served before an event of this rank that enters a
   * queue now. Without classes first, events of lower classes of other queues count too.
   *
   * @param other queue that the event would enter
   * @param flow flow of the event
   */
  int eventsAhead(PoolQueue<?> other, int rank, long flow, long now) {
    if (other == this || pool.keepsShares() || rank == ServiceClass.BACKGROUND.rank()) {
      return eventsHigher(rank) + eventsOfRankAhead(other, rank, flow, now);
    }
    int events = 0;
    for (int any = 0; any < Math.min(backlog.ranks(), ServiceClass.BACKGROUND.rank()); any++) {
      events += before(any, other.urgencyOfNew(rank, now), flowHere(other, flow), now);
    }
    return events;
  }

  /** Returns those events of {@link #eventsAhead} that are of the new event's rank. */
  int eventsOfRankAhead(PoolQueue<?> other, int rank, long flow, long now) {
    if (backlog.length(rank) == 0) {
      return 0;
    }
    return other == this
        ? backlog.ahead(rank, flow)
        : before(rank, other.urgencyOfNew(rank, now), flowHere(other, flow), now);
  }

  private int before(int rank, long urgency, long flow, long now) {
    return backlog.before(rank, urgency, view.look(rank, backlog.creditsOf(rank), now), flow);
  }

  /** Returns the flow of another queue's event as a key of this queue. */
  private static long flowHere(PoolQueue<?> other, long flow) {
    return other.bounds == null ? EventTraits.NEW_FLOW : flow; // keys of other meaning
  }

  /**
   * Returns those events of {@link #eventsOfRankAhead} that are of the flow, if flows are bounded.
   */
  int ownEventsAhead(PoolQueue<?> other, int rank, long flow, long now) {
    if (bounds == null || other.bounds == null || backlog.length(rank) == 0) {
      return 0;
    }
    if (other == this) {
      return pool.end().isNewest() ? 0 : backlog.eventsOf(rank, flow);
    }
    long urgency = other.urgencyOfNew(rank, now);
    return backlog.ownBefore(rank, urgency, view.look(rank, backlog.creditsOf(rank), now), flow);
  }

  boolean isRunning() {
    return service.inService() > 0;
  }

  private int eventsHigher(int rank) {
    int events = 0;
    for (int higher = 0; higher < rank; higher++) {
      events += backlog.takeable(higher);
    }
    return events;
  }

  /** Returns the estimated time of the waiting events of a rank. */
  double workWaiting(int rank, long now) {
    int waiting = backlog.length(rank);
    return waiting == 0 ? 0 : waiting * serviceMean(now);
  }

  double serviceMean(long now) {
    return service.mean(now, pool.atLeastOneThread());
  }

  double serviceP90(long now) {
    return service.p90(serviceMean(now));
  }

  // ---- workers

  /**
   * Takes a batch that starts now. Called by {@link SharedPool#take} with the lock held.
   *
   * @param rank class to take, or {@link SharedPool#ANY_RANK}
   * @param owed true if a higher class waits
   */
  PoolBatch<E> take(int rank, boolean owed, long now) {
    PoolBatch<E> batch = free.isEmpty() ? newBatch() : free.removeLast();
    batch.begin();
    if (rank == SharedPool.ANY_RANK) {
      backlog.takeInteractive(batch, stage.batchLimit());
    } else {
      backlog.take(batch, stage.batchLimit(), rank);
    }
    batch.taken(owed);
    pool.taken(batch.takenRank(), batch.size());
    pool.usage.began(batch.takenRank(), now, pool.workers.size());
    service.started(now, pool.atLeastOneThread(), batch.size());
    batch.started(now, serviceP90(now));
    return batch;
  }

  private PoolBatch<E> newBatch() {
    PoolBatch<E> batch = stage.runner().newBatch(this);
    meters.add(batch.meter());
    return batch;
  }

  /** Ends a batch; the caller must not use it afterwards. The lock is held. */
  public void ended(PoolBatch<E> batch, long now) {
    int handled = batch.size();
    long each = handled == 0 ? 0 : (now - batch.startedAt()) / handled;
    if (batch.isOwed()) {
      pool.refund(this, batch.takenRank(), batch.takenSize() - handled, now);
    }
    pool.usage.ended(batch.takenRank(), handled, now, pool.workers.size());
    service.ended(now, pool.atLeastOneThread(), batch.takenSize(), handled, each);
    batch.clear();
    batch.release();
    pool.released();
    free.add(batch);
  }

  // ---- any thread

  @Override
  public EnqueueResult enqueue(E event) {
    Workers.Wakeup wakeup;
    long came = pool.clock.nanos(); // before the lock, so that the wait for it counts
    long flow = stage.traits().flow(event);
    pool.lock();
    try {
      if (closed) {
        return stage.queueAdmission().refuse(event, EnqueueResult.CLOSED);
      }
      EnqueueResult result = stage.queueAdmission().admit(event, state.at(came, flow));
      if (!result.accepted()) {
        return result;
      }
      wakeup = add(event, came, flow);
    } finally {
      pool.lock.unlock();
    }
    if (wakeup != null) {
      wakeup.wake();
    }
    return EnqueueResult.ACCEPTED;
  }

  private Workers.Wakeup add(E event, long came, long flow) {
    int rank = stage.traits().rank(event);
    pool.seen(rank);
    backlog.add(event, rank, stage.traits().weight(event), came, flow);
    meter.entered(DomainThread.currentStage());
    pool.added(rank, came);
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
        return stage.queueAdmission().refuse(events, EnqueueResult.CLOSED);
      }
      EnqueueResult result = stage.queueAdmission().judge(events, state.at(came, flowOf(events)));
      if (result.accepted()) {
        result = stage.queueAdmission().accept(events);
      }
      if (!result.accepted()) {
        return result;
      }
      wakeups = addAll(events, came);
    } finally {
      pool.lock.unlock();
    }
    wakeups.forEach(Workers.Wakeup::wake);
    return EnqueueResult.ACCEPTED;
  }

  /** Returns the flow by which a group is judged: that of its first event. */
  private long flowOf(List<? extends E> events) {
    return stage.traits().flow(events.get(0));
  }

  private List<Workers.Wakeup> addAll(List<? extends E> events, long came) {
    List<Workers.Wakeup> wakeups = new ArrayList<>();
    for (E event : events) {
      Workers.Wakeup wakeup = add(event, came, stage.traits().flow(event));
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
      EnqueueResult result =
          closed
              ? stage.queueAdmission().refuse(events, EnqueueResult.CLOSED)
              : stage.queueAdmission().judge(events, state.at(came, flowOf(events)));
      if (!result.accepted()) {
        return new RefusedClaim<>(result);
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
        backlog.claim(-weight);
        EnqueueResult result =
            closed
                ? stage.queueAdmission().refuse(events, EnqueueResult.CLOSED)
                : stage.queueAdmission().accept(events);
        if (!result.accepted()) {
          return result;
        }
        wakeups = addAll(events, came);
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
  public EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos) {
    long came = pool.clock.nanos();
    return pool.locked(
        () ->
            closed
                ? EnqueueResult.CLOSED
                : stage
                    .queueAdmission()
                    .probe(serviceClass, sinceArrivalNanos, state.at(came, EventTraits.NEW_FLOW)));
  }

  @Override
  public StageLoad load() {
    long now = pool.clock.nanos();
    return pool.locked(
        () ->
            new StageLoad(
                backlog.length(),
                pool.workWaiting(now),
                pool.keepsShares(),
                pool.atLeastOneThread()));
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
    EventBatch<E> left = stage.runner().newBatch();
    boolean more = true;
    while (more) {
      more = pool.locked(() -> takeLeft(left));
      stage.runner().shed(left);
    }
  }

  /** Takes the next batch of remaining events; true if more remain. */
  private boolean takeLeft(EventBatch<E> left) {
    closed = true;
    backlog.take(left, left.capacity());
    for (int i = 0; i < left.size(); i++) {
      pool.taken(left.rank(i), 1);
    }
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
