package seda.kernel.runtime;

import java.util.List;
import seda.kernel.AdmissionReport;
import seda.kernel.EnqueueResult;
import seda.kernel.WorkState;

/**
 * An admission controller's view of a {@link SharedPool}'s queue. One object per queue suffices,
 * because it is used with the pool's lock held.
 */
final class PoolQueueState implements BoundedQueueState, WorkState {
  /** Allows for debts that grow more slowly than average for a while. */
  private static final double DEBT_MARGIN = 1.5;

  private final SharedPool pool;
  private final PoolQueue<?> queue;
  private final List<PoolQueue<?>> queues;
  private long now;
  private long flow;

  PoolQueueState(SharedPool pool, PoolQueue<?> queue) {
    this.pool = pool;
    this.queue = queue;
    this.queues = pool.queues();
  }

  /**
   * Returns the state for an event of a flow at a time in nanoseconds. The next call reuses this
   * object.
   */
  BoundedQueueState at(long nanos, long ofFlow) {
    now = nanos;
    flow = ofFlow;
    pool.chooseEnd(nanos);
    return this;
  }

  @Override
  public boolean fits(int rank, int weight) {
    return queue.backlog().fits(rank, weight, flow);
  }

  @Override
  public void judged(int rank, EnqueueResult result) {
    if (!result.accepted()) {
      if (result.outcome() != EnqueueResult.Outcome.OUT_OF_TURN) {
        pool.usage.refused(rank, now);
      }
      pool.asks(queue, rank, now);
    } else if (idleThreads() > 0) {
      pool.usage.idle(now);
    }
  }

  @Override
  public boolean refusedSince(int rank, long nanos) {
    return pool.usage.refusedSince(rank, nanos);
  }

  @Override
  public AdmissionReport report(int rank, long nanos) {
    AdmissionReport report = AdmissionReport.NONE;
    for (PoolQueue<?> other : queues) {
      report = other.stage().admission().report(rank, nanos).and(report);
    }
    return report;
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
    return queue.backlog().creditsAhead(rank, flow);
  }

  @Override
  public int capacity() {
    return queue.backlog().capacity();
  }

  @Override
  public WorkState work() {
    return this;
  }

  // ---- the work of the pool's threads

  /**
   * {@inheritDoc} Threads that other flows hold in full, and keep for their waiting events, do not.
   */
  @Override
  public int threads() {
    long bounded = queue.bounds() == null ? EventTraits.NEW_FLOW : flow;
    return Math.max(1, pool.workers.size() - pool.flows.heldByOthers(bounded));
  }

  /** True if the event must wait until its flow holds fewer threads. */
  private boolean waitsForItsFlow() {
    return queue.bounds() != null && pool.flows.isTaken(flow);
  }

  /**
   * {@inheritDoc} A thread that runs background work counts as idle: it is free after the current
   * batch. For an event that waits for its flow, no thread is idle.
   */
  @Override
  public int idleThreads() {
    if (waitsForItsFlow()) {
      return 0;
    }
    int waiting = pool.queued() - pool.backgroundWaiting();
    return Math.max(0, pool.workers.size() - pool.usage.busyInteractive() - waiting);
  }

  /**
   * {@inheritDoc} The flow's own work is done by its share of the threads only, so it counts as
   * more.
   */
  @Override
  public double workAhead(int rank) {
    double work = 0;
    double own = 0;
    boolean waits = waitsForItsFlow();
    for (int i = 0; i < queues.size(); i++) { // an iterator would allocate
      PoolQueue<?> other = queues.get(i);
      int ahead = other.eventsAhead(queue, rank, flow, now);
      int ofFlow = waits ? other.ownEventsAhead(queue, rank, flow, now) : 0;
      double mean = ahead + ofFlow == 0 ? 0 : other.serviceMean(now);
      work += ahead * mean;
      own += ofFlow * mean;
    }
    return Math.max(work, own * threads() / pool.flows.bound());
  }

  @Override
  public double workVariance(int rank) {
    double variance = 0;
    for (int i = 0; i < queues.size(); i++) { // an iterator would allocate
      PoolQueue<?> other = queues.get(i);
      int ahead = other.eventsAhead(queue, rank, flow, now);
      variance += ahead == 0 ? 0 : ahead * other.serviceVariance(now);
    }
    return variance;
  }

  /**
   * {@inheritDoc} The class's debt must cover its events ahead and this one. It grows by the share
   * of the threads' work. Then the next free thread takes the event.
   */
  @Override
  public double nanosToOwedTurn(int rank, double reserved) {
    double share = queue.stage().guaranteedShare();
    if (rank == 0 || share == 0 || !pool.keepsShares()) {
      return Double.POSITIVE_INFINITY;
    }
    double time = reserved + Math.max(1, queue.serviceMean(now));
    double longestRunning = 0;
    for (int i = 0; i < queues.size(); i++) { // an iterator would allocate
      PoolQueue<?> other = queues.get(i);
      int ahead = other.eventsOfRankAhead(queue, rank, flow, now);
      time += ahead == 0 ? 0 : ahead * other.serviceMean(now);
      longestRunning = Math.max(longestRunning, other.isRunning() ? other.serviceMean(now) : 0);
    }
    int threads = pool.atLeastOneThread();
    double nextFree = longestRunning / threads;
    double missing = (1 - share) * time - pool.debt(rank);
    // the owed turn is the one after the turn that completes the debt
    return missing <= 0 ? nextFree : 2 * nextFree + DEBT_MARGIN * missing / (share * threads);
  }

  @Override
  public double shareLeft(int rank) {
    return pool.usage.shareLeft(rank, now, pool.workers.size());
  }

  @Override
  public double delayOutside() {
    return queue.stage().outsideDelay().nanos();
  }

  @Override
  public double serviceMean() {
    return queue.serviceMean(now);
  }

  @Override
  public double serviceP90() {
    return queue.serviceP90(now);
  }

  @Override
  public long nanos() {
    return now;
  }
}
