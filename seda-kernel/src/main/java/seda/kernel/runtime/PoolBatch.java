package seda.kernel.runtime;

/**
 * A batch of a {@link SharedPool} with its queue and its charge.
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

  public PoolQueue<E> queue() {
    return queue;
  }

  public QueuedStage<E> stage() {
    return queue.stage();
  }

  /** Records that the events were taken; {@code owed} is true if a higher class waits. */
  void taken(boolean owed) {
    this.takenSize = size();
    this.takenRank = rank(0);
    this.owed = owed;
  }

  /**
   * Returns the number of events taken, with the late ones that are shed before the handler runs.
   */
  int takenSize() {
    return takenSize;
  }

  /** Returns the rank of the first event taken. */
  int takenRank() {
    return takenRank;
  }

  /** True if the class was owed this turn. */
  boolean isOwed() {
    return owed;
  }
}
