package seda.kernel.runtime;

import java.util.List;
import java.util.Objects;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;

/**
 * Admits events to the queue of a stage: the stage must be open, the queue must have room, and the
 * admission controller must agree. Counts what is accepted and refused.
 *
 * <p>Accepting counts first and then checks that the stage is still open; draining closes the stage
 * first and then reads the counts. So at least one of two threads sees the other, and no event
 * enters a queue that was found to be empty for good.
 */
final class QueueAdmission<E> {
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

  QueueAdmission(EventTraits<E> traits, StageStatistics statistics) {
    this.traits = traits;
    this.statistics = statistics;
  }

  // ---- lifecycle

  boolean isDeclared() {
    return state == State.DECLARED;
  }

  boolean isOpen() {
    return state == State.OPEN;
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
  EnqueueResult admit(E event, BoundedQueueState queue) {
    Objects.requireNonNull(event, "event");
    ServiceClass serviceClass = traits.serviceClass(event);
    EnqueueResult result = judge(event, serviceClass, traits.weight(event), 1, queue);
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
  EnqueueResult judge(List<? extends E> events, BoundedQueueState queue) {
    ServiceClass lowest = traits.serviceClass(events.get(0));
    int weight = 0;
    for (E event : events) {
      ServiceClass serviceClass = traits.serviceClass(Objects.requireNonNull(event, "event"));
      lowest = serviceClass.rank() > lowest.rank() ? serviceClass : lowest;
      weight += traits.weight(event);
    }
    EnqueueResult result = judge(events.get(0), lowest, weight, events.size(), queue);
    return result.accepted() ? result : refuse(events, result);
  }

  /** Counts a group that was judged, before it is queued; refused if the stage has closed. */
  EnqueueResult accept(List<? extends E> events) {
    for (E event : events) {
      statistics.accepted(traits.rank(event));
    }
    return state == State.OPEN ? EnqueueResult.ACCEPTED : revoke(events, EnqueueResult.CLOSED);
  }

  private EnqueueResult judge(
      E event, ServiceClass serviceClass, int weight, int events, BoundedQueueState queue) {
    if (state != State.OPEN) {
      return EnqueueResult.CLOSED;
    }
    // one event that is heavier than the whole queue fits when alone, or it never would
    boolean alone = events == 1 && queue.credits() == 0;
    if (!alone && !queue.fits(serviceClass.rank(), weight)) {
      return EnqueueResult.FULL;
    }
    long since = traits.haveArrivals() ? sinceArrival(event, queue.nanos()) : 0;
    EnqueueResult result = admission.admit(event, serviceClass, weight, since, queue);
    queue.judged(serviceClass.rank(), result);
    return result;
  }

  private long sinceArrival(E event, long now) {
    return Math.max(0, now - traits.arrival(event, now));
  }

  /** What an event of the class would be told; counts nothing. */
  EnqueueResult probe(ServiceClass serviceClass, BoundedQueueState queue) {
    if (state != State.OPEN) {
      return EnqueueResult.CLOSED;
    }
    if (!queue.fits(serviceClass.rank(), 1)) {
      return EnqueueResult.FULL;
    }
    EnqueueResult result = admission.probe(serviceClass, queue);
    queue.judged(serviceClass.rank(), result);
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
