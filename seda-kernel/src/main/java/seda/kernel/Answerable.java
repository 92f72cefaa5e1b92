package seda.kernel;

/**
 * An event whose sender waits for an answer. If the event does not complete and its stage has no
 * {@link EventListener}, or the listener fails, the kernel calls the event, so that no client waits
 * in vain. The thread that ran the stage makes the call; on processors it must not block. An event
 * that is already answered ignores both calls.
 */
public interface Answerable {

  /**
   * Called if the accepted event was shed: it was late or abandoned, its handler shed it, or the
   * stage stopped.
   */
  void shed();

  /**
   * True if the sender no longer waits, so that the event's work is useless. Such an event is shed
   * when its turn comes, before it costs service time. False for an event whose work is wanted
   * without an answer as well. Any thread; must not block.
   */
  default boolean isAbandoned() {
    return false;
  }

  /** Called if the handler failed on the event. */
  void failed(Throwable cause);
}
