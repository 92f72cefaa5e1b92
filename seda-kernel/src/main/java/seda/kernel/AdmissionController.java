package seda.kernel;

/**
 * Decides, at enqueue, whether a stage accepts an event [USITS 2003, §3]. The enqueueing thread
 * calls it, so implementations are thread-safe, do not block, and allocate nothing when they
 * accept. A worker pool calls it with the pool's lock held.
 *
 * <p>The kernel calls it once for each event or group, and only if that fits into the queue. An
 * accepted event is queued. Policies are in {@code seda.kernel.admission}.
 *
 * @param <E> type of the events
 */
@FunctionalInterface
public interface AdmissionController<E> {

  /**
   * Judges one event, or a group that enters as a whole or not at all.
   *
   * @param event the event, or the first of a group
   * @param serviceClass class of the event, or the lowest of a group
   * @param credits weight of the event, or the sum of a group
   * @param queue state of the queue that the event would enter
   * @return {@link EnqueueResult#ACCEPTED}, or a rejection with its reason
   */
  EnqueueResult admit(E event, ServiceClass serviceClass, int credits, QueueState queue);

  /**
   * Judges an event whose age matters to the policy. The default ignores the age.
   *
   * @param sinceArrivalNanos nanoseconds since the event entered the service; 0 if it enters here
   */
  default EnqueueResult admit(
      E event, ServiceClass serviceClass, int credits, long sinceArrivalNanos, QueueState queue) {
    return admit(event, serviceClass, credits, queue);
  }

  /**
   * Returns the result that an event of this class would get now, without admitting one. Callers
   * use it before they have the event. A policy that cannot answer without changing its state
   * accepts.
   */
  default EnqueueResult probe(ServiceClass serviceClass, QueueState queue) {
    return EnqueueResult.ACCEPTED;
  }

  /**
   * Probes for an event whose age matters to the policy. The default ignores the age.
   *
   * @param sinceArrivalNanos nanoseconds since the event entered the service; 0 if it enters here
   */
  default EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos, QueueState queue) {
    return probe(serviceClass, queue);
  }

  /**
   * True if an admitted event should be shed when its turn comes, because it can no longer meet its
   * target. Called by the thread that would handle it.
   *
   * @param sinceArrivalNanos nanoseconds since the event entered the service
   * @param serviceP90Nanos see {@link WorkState#serviceP90}
   */
  default boolean isTooLate(
      E event, ServiceClass serviceClass, long sinceArrivalNanos, double serviceP90Nanos) {
    return false;
  }

  /**
   * True if the policy reads {@link QueueState#work} or sheds late events. Processors measure their
   * work only if one of their stages has such a policy.
   */
  default boolean predicts() {
    return false;
  }

  /**
   * Explains, in English and for display, what the policy does for the class of a rank; empty if it
   * has no explanation. Any thread.
   */
  default String reason(int rank) {
    return "";
  }

  /** True if the target of a class is shorter than its service time without load. Any thread. */
  default boolean isInfeasible(int rank) {
    return false;
  }

  /**
   * Reports the class of a rank to the policies of the other stages of its threads. Any thread;
   * takes no lock, because the caller holds that of another policy.
   *
   * @param nanos clock reading of now
   */
  default AdmissionReport report(int rank, long nanos) {
    return AdmissionReport.NONE;
  }

  /** Returns a controller that accepts every event that fits into the queue. */
  static <E> AdmissionController<E> always() {
    return (event, serviceClass, credits, queue) -> EnqueueResult.ACCEPTED;
  }
}
