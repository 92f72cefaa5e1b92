package seda.kernel.runtime;

import java.util.List;
import java.util.Objects;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;

/**
 * Admits events to a stage's queue: the stage must be open, the queue must have room, and the
 * admission controller must accept. Counts accepted and refused events.
 *
 * <p>Accepting first counts and then checks that the stage is open; draining first closes the stage
 * and then reads the counts. So at least one of two racing threads sees the other, and no event
 * enters a queue that was seen as finally empty.
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

  /** Judges and counts an event. */
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
   * Judges a group by its lowest class and total weight. Counts it only if it is refused; an
   * admitted group must be {@linkplain #accept accepted} before it is queued.
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

  /** Counts a judged group before it is queued; refuses it if the stage has closed. */
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
    // an event heavier than the whole queue fits when alone; otherwise it never would
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

  /** Returns the result for a new event of the class and age; counts nothing. */
  EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos, BoundedQueueState queue) {
    if (state != State.OPEN) {
      return EnqueueResult.CLOSED;
    }
    if (!queue.fits(serviceClass.rank(), 1)) {
      return EnqueueResult.FULL;
    }
    EnqueueResult result = admission.probe(serviceClass, sinceArrivalNanos, queue);
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

  /** Revokes the acceptance of an event that could not be queued. */
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
