package seda.kernel;

import java.time.Duration;
import java.util.List;

/**
 * The entry of a queue. Any thread may call it; it never blocks.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
public interface Sink<E> {

  /**
   * Offers one event. If the result is not {@linkplain EnqueueResult#accepted() accepted}, the
   * event still belongs to the caller, who answers its client.
   */
  EnqueueResult enqueue(E event);

  /**
   * Offers a group of events, in order. The stage accepts all or none.
   *
   * @throws UnsupportedOperationException if the sink does not support groups
   */
  default EnqueueResult enqueueAll(List<? extends E> events) {
    throw new UnsupportedOperationException(this + " does not support groups of events");
  }

  /**
   * Split-phase enqueue: judges the events now and reserves room until they are committed or
   * aborted. The reservation counts against the queue and the admission controller once, as if the
   * events were queued.
   *
   * @param events the group, at least one event; enters as a whole or not at all
   * @param expiry time after which the room is released
   * @throws UnsupportedOperationException if the sink does not support reservations
   */
  default Reservation reserve(List<? extends E> events, Duration expiry) {
    throw new UnsupportedOperationException(this + " does not support reservations");
  }
}
