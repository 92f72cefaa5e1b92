package seda.kernel;

/**
 * Application code of a stage. It takes a whole batch, and may reorder it, shed from it, or treat
 * several events as one.
 *
 * <p>Called by one thread of the stage's domain at a time per queue: on {@link Processors} by each
 * processor for its own events, on a {@link WorkerPool} by several workers at once. A handler on
 * processors must not block.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
public interface EventHandler<E> {

  /**
   * Handles the events that the batch yields. An exception or error ends, as failed, only the event
   * taken last; the rest of the batch is presented again.
   */
  void handle(Batch<E> batch) throws Exception;

  /**
   * Called once before the first batch, by the thread that opens the stage. What it throws keeps
   * the stage from opening.
   */
  default void init(Stage<E> stage) throws Exception {}

  /** Called once after the last batch; what it throws is logged. */
  default void destroy() throws Exception {}

  /** Code for one event. */
  @FunctionalInterface
  interface Single<E> {
    void handle(E event) throws Exception;
  }

  /** A handler that treats each event of a batch by itself, in order. */
  static <E> EventHandler<E> each(Single<? super E> single) {
    return batch -> {
      while (batch.hasNext()) {
        single.handle(batch.next());
      }
    };
  }
}
