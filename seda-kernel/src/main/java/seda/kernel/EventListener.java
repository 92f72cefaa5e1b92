package seda.kernel;

/**
 * Learns of the events of a stage that did not complete, for example to answer the client. Called
 * by the thread that ran the stage; on processors it must not block. An exception is logged, and
 * then the kernel calls the event itself if it is {@link Answerable}, as it does for a stage
 * without a listener.
 *
 * @param <E> type of the events
 */
public interface EventListener<E> {

  /** Called if the handler failed on the event. */
  void failed(E event, Throwable cause);

  /**
   * Called if the accepted event was shed: it was late or {@linkplain Answerable#isAbandoned
   * abandoned}, its handler shed it, or the stage stopped.
   */
  void shed(E event);

  /**
   * Returns a listener that ignores every loss. {@link Answerable} events are then not called
   * either.
   */
  static <E> EventListener<E> none() {
    return new EventListener<>() {
      @Override
      public void failed(E event, Throwable cause) {}

      @Override
      public void shed(E event) {}
    };
  }
}
