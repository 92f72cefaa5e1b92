package seda.kernel;

import java.time.Duration;
import java.util.List;

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

  /**
   * Offers events of which the stage takes all or none, in their order.
   *
   * @throws UnsupportedOperationException if the sink does not take groups
   */
  default EnqueueResult enqueueAll(List<? extends E> events) {
    throw new UnsupportedOperationException(this + " takes no groups");
  }

  /**
   * Split-phase enqueue: judges the events now and keeps room for them, until they are committed or
   * aborted. The room counts against the queue and the admission controller once, as if the events
   * were queued.
   *
   * @param events all or none of which will enter
   * @param expiry after which the room is given back
   * @throws UnsupportedOperationException if the sink does not take groups
   */
  default Reservation reserve(List<? extends E> events, Duration expiry) {
    throw new UnsupportedOperationException(this + " takes no reservations");
  }
}
