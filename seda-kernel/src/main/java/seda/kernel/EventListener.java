package seda.kernel;

/**
 * Told of the events of a stage that did not complete, so that a client can be answered. Called by
 * the thread that ran the stage; must not block on processors. What it throws is logged; then, and
 * where a stage has no listener, an event that is {@link Answerable} is told itself.
 *
 * @param <E> type of the events
 */
public interface EventListener<E> {

  /** The handler failed on this event. */
  void failed(E event, Throwable cause);

  /**
   * The event was accepted but will not be handled: its handler dropped it, or the stage stopped.
   */
  void shed(E event);

  /** Ignores both, on purpose: then {@link Answerable} events aren't told either. */
  static <E> EventListener<E> none() {
    return new EventListener<>() {
      @Override
      public void failed(E event, Throwable cause) {}

      @Override
      public void shed(E event) {}
    };
  }
}
