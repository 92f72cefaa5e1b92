package seda.kernel;

/**
 * Application code of a stage. It gets a whole batch, and may reorder it, shed events from it, or
 * treat several events as one.
 *
 * <p>On {@link Processors}, each processor calls the handler with its own events, and the handler
 * must not block. On a {@link WorkerPool}, several workers call it at once, and it may block. So a
 * handler that keeps state is thread-safe, unless its domain has a single thread.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
public interface EventHandler<E> {

  /**
   * Handles the events of the batch. An exception or error fails only the last taken event; the
   * handler is then called again with the rest of the batch. Events that it leaves untaken are
   * shed.
   */
  void handle(Batch<E> batch) throws Exception;

  /**
   * Called once before the first batch, by the thread that opens the stage. An exception keeps the
   * stage from opening.
   */
  default void init(Stage<E> stage) throws Exception {}

  /** Called once after the last batch. An exception is logged. */
  default void destroy() throws Exception {}

  /** A handler of one event. */
  @FunctionalInterface
  interface Single<E> {
    void handle(E event) throws Exception;
  }

  /** Returns a handler that passes each event of a batch to {@code single}, in order. */
  static <E> EventHandler<E> each(Single<? super E> single) {
    return batch -> {
      while (batch.hasNext()) {
        single.handle(batch.next());
      }
    };
  }
}
