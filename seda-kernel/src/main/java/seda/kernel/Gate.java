package seda.kernel;

import java.util.List;
import java.util.Objects;

/**
 * What an event passes to get into the queue of a stage: the stage must be open, the queue must
 * have room, and the admission controller must agree. Counts who passed and who was refused.
 *
 * <p>Who accepts counts first and then looks whether the gate is still open; who drains closes it
 * first and then looks at the counts. So of the two at least one sees the other, and no event gets
 * into a queue that was found to be empty for good.
 */
final class Gate<E> {
  private enum State {
    DECLARED,
    OPEN,
    DRAINING,
    STOPPED
  }

  private final EventTraits<E> traits;
  private final StageStatistics statistics;
  private volatile State state = State.DECLARED;
  private volatile AdmissionController<? super E> admission = AdmissionController.always();

  Gate(EventTraits<E> traits, StageStatistics statistics) {
    this.traits = traits;
    this.statistics = statistics;
  }

  // ---- lifecycle

  boolean isDeclared() {
    return state == State.DECLARED;
  }

  void open() {
    state = State.OPEN;
  }

  void drain() {
    state = State.DRAINING;
  }

  void stop() {
    state = State.STOPPED;
  }

  boolean hasStopped() {
    return state == State.STOPPED;
  }

  // ---- admission

  void admission(AdmissionController<? super E> controller) {
    admission = Objects.requireNonNull(controller, "admission");
  }

  AdmissionController<? super E> admission() {
    return admission;
  }

  /** Judges an event, and counts it. */
  EnqueueResult admit(E event, Room room) {
    Objects.requireNonNull(event, "event");
    ServiceClass serviceClass = traits.serviceClass(event);
    EnqueueResult result = judge(event, serviceClass, traits.weight(event), 1, room);
    if (!result.accepted()) {
      statistics.refused(serviceClass.rank(), result.outcome(), 1);
      return result;
    }
    statistics.accepted(serviceClass.rank());
    return state == State.OPEN ? result : revoke(event, EnqueueResult.CLOSED);
  }

  /**
   * Judges a group by its lowest class and its whole weight. Counts it only if it is refused; when
   * it is to be queued, it must be {@linkplain #accept accepted}.
   */
  EnqueueResult judge(List<? extends E> events, Room room) {
    ServiceClass lowest = traits.serviceClass(events.get(0));
    int weight = 0;
    for (E event : events) {
      ServiceClass serviceClass = traits.serviceClass(Objects.requireNonNull(event, "event"));
      lowest = serviceClass.rank() > lowest.rank() ? serviceClass : lowest;
      weight += traits.weight(event);
    }
    EnqueueResult result = judge(events.get(0), lowest, weight, events.size(), room);
    return result.accepted() ? result : refuse(events, result);
  }

  /** Counts a group that was judged, before it is queued; refused if the gate has been closed. */
  EnqueueResult accept(List<? extends E> events) {
    for (E event : events) {
      statistics.accepted(traits.rank(event));
    }
    return state == State.OPEN ? EnqueueResult.ACCEPTED : revoke(events, EnqueueResult.CLOSED);
  }

  private EnqueueResult judge(
      E event, ServiceClass serviceClass, int weight, int events, Room room) {
    if (state != State.OPEN) {
      return EnqueueResult.CLOSED;
    }
    // one event that is heavier than the whole queue fits when alone, or it never would
    boolean alone = events == 1 && room.credits() == 0;
    if (!alone && !room.fits(serviceClass.rank(), weight)) {
      return EnqueueResult.FULL;
    }
    long since = traits.haveArrivals() ? sinceArrival(event, room.nanos()) : 0;
    EnqueueResult result = admission.admit(event, serviceClass, weight, since, room);
    room.judged(serviceClass.rank(), result);
    return result;
  }

  private long sinceArrival(E event, long now) {
    return Math.max(0, now - traits.arrival(event, now));
  }

  /** What an event of the class would be told; counts nothing. */
  EnqueueResult probe(ServiceClass serviceClass, Room room) {
    if (state != State.OPEN) {
      return EnqueueResult.CLOSED;
    }
    if (!room.fits(serviceClass.rank(), 1)) {
      return EnqueueResult.FULL;
    }
    EnqueueResult result = admission.probe(serviceClass, room);
    room.judged(serviceClass.rank(), result);
    return result;
  }

  EnqueueResult refuse(E event, EnqueueResult reason) {
    statistics.refused(traits.rank(event), reason.outcome(), 1);
    return reason;
  }

  EnqueueResult refuse(List<? extends E> events, EnqueueResult reason) {
    for (E event : events) {
      refuse(event, reason);
    }
    return reason;
  }

  /** Takes back an acceptance whose event could not be queued after all. */
  private EnqueueResult revoke(E event, EnqueueResult reason) {
    statistics.revoked(traits.rank(event));
    return refuse(event, reason);
  }

  EnqueueResult revoke(List<? extends E> events, EnqueueResult reason) {
    for (E event : events) {
      revoke(event, reason);
    }
    return reason;
  }
}
