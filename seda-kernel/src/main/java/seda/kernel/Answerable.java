package seda.kernel;

/**
 * An event that owes somebody an answer. If it does not complete, and its stage has no {@link
 * EventListener}, or the listener fails, the kernel tells the event itself, so that a client is not
 * left waiting. Called by the thread that ran the stage; must not block on processors. An event
 * that has been answered ignores both calls.
 */
public interface Answerable {

  /** The event was accepted and then shed: late, dropped by its handler, or the stage stopped. */
  void shed();

  /** The handler failed on the event. */
  void failed(Throwable cause);
}
