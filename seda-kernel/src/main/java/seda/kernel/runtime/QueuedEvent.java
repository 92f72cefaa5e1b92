package seda.kernel.runtime;

import seda.kernel.WaitingEvent;

/**
 * The order's view of one event of a {@link PoolQueue}. One object per queue, which the queue
 * points at one event after the other, so that asking for an urgency allocates nothing. Values that
 * cost time are determined only if the order asks for them, and those of the stage only once.
 */
final class QueuedEvent<E> implements WaitingEvent, Urgency<E> {
  private static final long UNKNOWN = -1;

  private final PoolQueue<E> queue;
  private final EventTraits<E> traits;
  private final ServiceEnd end;
  private long now;
  private int rank;
  private int queueCredits;
  private E event; // null for an event that would enter the queue now
  private long stamp;
  private int left;
  private int size;
  private long serviceP90;

  QueuedEvent(PoolQueue<E> queue, ServiceEnd end) {
    this.queue = queue;
    this.traits = queue.stage().traits();
    this.end = end;
  }

  /** Looks at events of a rank, whose queue has these credits. */
  QueuedEvent<E> look(int ofRank, int credits, long nanos) {
    rank = ofRank;
    queueCredits = credits;
    now = nanos;
    serviceP90 = UNKNOWN;
    return this;
  }

  /** Returns the urgency of an event that would enter the queue now. */
  long ofNew() {
    return of(null, now, 1, Math.max(1, queueCredits));
  }

  @Override
  public long of(E waiting, long entered, int eventsLeft, int events) {
    event = waiting;
    stamp = entered;
    left = eventsLeft;
    size = events;
    return queue.urgencyOf(this);
  }

  @Override
  public long stamp() {
    return stamp;
  }

  @Override
  public long arrival() {
    return event == null ? stamp : traits.arrival(event, stamp);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public long targetNanos() {
    return queue.stage().targets().nanos(rank);
  }

  @Override
  public long serviceP90Nanos() {
    if (serviceP90 == UNKNOWN) {
      serviceP90 = (long) queue.serviceP90(now);
    }
    return serviceP90;
  }

  /** {@inheritDoc} Assumes that the events of a queue have about the same weight. */
  @Override
  public int credits() {
    return Math.max(1, (int) ((long) queueCredits * left / size));
  }

  @Override
  public boolean isNewestFirst() {
    return end.isNewest();
  }
}
