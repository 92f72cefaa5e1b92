package seda.kernel;

import java.time.Duration;

/**
 * Decides, at enqueue, whether a stage takes an event [USITS 2003, §3]. Called by whichever thread
 * enqueues, so implementations are thread-safe, don't block, and allocate nothing on the accepting
 * path.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
public interface AdmissionController<E> {

  /**
   * Judges one event.
   *
   * @param event the event that wants to enter
   * @param queueLength events waiting in the queue it would enter
   * @return {@link EnqueueResult#ACCEPTED}, or a rejection with its reason
   */
  EnqueueResult admit(E event, int queueLength);

  /** Takes everything that fits into the queue. */
  static <E> AdmissionController<E> always() {
    return (event, queueLength) -> EnqueueResult.ACCEPTED;
  }

  /**
   * Takes events while fewer than {@code length} wait.
   *
   * @param retryAfter what a rejected caller is told
   */
  static <E> AdmissionController<E> threshold(int length, Duration retryAfter) {
    if (length < 1) {
      throw new IllegalArgumentException("threshold " + length + " admits nothing");
    }
    EnqueueResult rejected = new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, retryAfter);
    return (event, queueLength) -> queueLength < length ? EnqueueResult.ACCEPTED : rejected;
  }
}
