package seda.kernel;

/**
 * The side of a queue that events enter. Any thread may call it; it never blocks.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
public interface Sink<E> {

  /**
   * Offers one event. If the result is not {@linkplain EnqueueResult#accepted() accepted}, the
   * event still belongs to the caller, who decides what its client sees.
   */
  EnqueueResult enqueue(E event);
}
