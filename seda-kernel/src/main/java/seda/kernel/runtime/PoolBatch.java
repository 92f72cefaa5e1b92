package seda.kernel.runtime;

/**
 * A batch of a {@link SharedPool}. It knows the queue that it came from, and what it was charged
 * for.
 *
 * @param <E> type of the events
 */
public final class PoolBatch<E> extends EventBatch<E> {
  private final PoolQueue<E> queue;
  private int takenSize;
  private int takenRank;
  private boolean owed;

  PoolBatch(PoolQueue<E> queue, int capacity, BatchRunner<E> runner) {
    super(capacity, runner);
    this.queue = queue;
  }

  /** The queue that its events waited in. */
  public PoolQueue<E> queue() {
    return queue;
  }

  /** The stage of its events. */
  public QueuedStage<E> stage() {
    return queue.stage();
  }

  /** Its events have been taken; {@code owed} if before events of a higher class. */
  void taken(boolean owed) {
    this.takenSize = size();
    this.takenRank = rank(0);
    this.owed = owed;
  }

  /** How many events were taken; late ones are shed before the handler runs. */
  int takenSize() {
    return takenSize;
  }

  /** The rank of the first event that was taken. */
  int takenRank() {
    return takenRank;
  }

  /** True if its class was owed this turn. */
  boolean isOwed() {
    return owed;
  }
}
