package seda.kernel;

/**
 * Decides, at enqueue, whether a stage takes an event [USITS 2003, §3]. Called by whichever thread
 * enqueues, so implementations are thread-safe, don't block, and allocate nothing on the accepting
 * path. Asked once for each event or group, and only if that fits into the queue: what it accepts
 * is queued.
 *
 * <p>Policies are in {@code seda.kernel.admission}.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
public interface AdmissionController<E> {

  /**
   * Judges one event, or events that enter together or not at all.
   *
   * @param event the event that wants to enter; the first of a group
   * @param serviceClass its class; the lowest of a group
   * @param credits its weight; the sum of a group
   * @param queue the queue it would enter
   * @return {@link EnqueueResult#ACCEPTED}, or a rejection with its reason
   */
  EnqueueResult admit(E event, ServiceClass serviceClass, int credits, QueueState queue);

  /**
   * Judges as {@link #admit(Object, ServiceClass, int, QueueState)} does, if it matters to the
   * policy how long ago the event entered the service.
   *
   * @param sinceArrivalNanos 0 if the service is entered here
   */
  default EnqueueResult admit(
      E event, ServiceClass serviceClass, int credits, long sinceArrivalNanos, QueueState queue) {
    return admit(event, serviceClass, credits, queue);
  }

  /**
   * What an event of this class would be told now: for who wants to know before it has the event. A
   * policy that can't say without changing, accepts.
   */
  default EnqueueResult probe(ServiceClass serviceClass, QueueState queue) {
    return EnqueueResult.ACCEPTED;
  }

  /**
   * Whether an event that was admitted is given up when its turn comes, because its target can't be
   * met any more. Called by the thread that would handle it.
   *
   * @param sinceArrivalNanos since it entered the service
   * @param serviceP90Nanos see {@link WorkState#serviceP90}
   */
  default boolean isTooLate(
      E event, ServiceClass serviceClass, long sinceArrivalNanos, double serviceP90Nanos) {
    return false;
  }

  /**
   * True if the policy reads {@link QueueState#work} or gives up late events. Processors measure
   * their work only if a policy of their stages does.
   */
  default boolean predicts() {
    return false;
  }

  /**
   * What the policy does for the class of a rank, and why, in English; empty if it does not say.
   * Called by any thread, to be displayed.
   */
  default String reason(int rank) {
    return "";
  }

  /** True if a class's target is shorter than its service time without any load. Any thread. */
  default boolean isInfeasible(int rank) {
    return false;
  }

  /** Takes everything that fits into the queue. */
  static <E> AdmissionController<E> always() {
    return (event, serviceClass, credits, queue) -> EnqueueResult.ACCEPTED;
  }
}
