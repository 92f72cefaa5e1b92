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
  private final FlowThreads bounds; // null if flows are not bounded
  private final long[] flows; // that hold this batch's thread
  private int flowCount;

  PoolBatch(PoolQueue<E> queue, int capacity, BatchRunner<E> runner) {
    super(capacity, runner);
    this.queue = queue;
    this.bounds = queue.bounds();
    this.flows = new long[bounds == null ? 0 : capacity];
  }

  /** Starts to take events. */
  void begin() {
    if (bounds != null) {
      bounds.begins();
    }
  }

  @Override
  void taken(long flow) {
    if (bounds != null && bounds.began(flow)) {
      flows[flowCount++] = flow;
    }
  }

  /** Ends the hold of the flows on this batch's thread. */
  void release() {
    while (flowCount > 0) {
      bounds.ended(flows[--flowCount]);
    }
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
