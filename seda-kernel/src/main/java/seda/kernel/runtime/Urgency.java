package seda.kernel.runtime;

/**
 * The urgency of an event in a queue; the least goes first.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
interface Urgency<E> {

  /**
   * Returns the urgency of a waiting event.
   *
   * @param stamp its enqueue time
   * @param eventsLeft events of its queue from this one on
   * @param events events of its queue
   */
  long of(E event, long stamp, int eventsLeft, int events);
}
