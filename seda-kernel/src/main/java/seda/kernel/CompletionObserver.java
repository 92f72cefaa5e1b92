package seda.kernel;

/**
 * Observes the completed events of a stage. An {@link AdmissionController} that implements it gets
 * feedback on the events that it admitted. Implementations are thread-safe and do not block,
 * because the stage's threads call them.
 */
public interface CompletionObserver {

  /**
   * Called after an event completed, by the stage's threads: by several at once on a {@link
   * WorkerPool}.
   *
   * @param serviceClass class of the event
   * @param waitingNanos time in this stage's queue
   * @param serviceNanos the event's share of its batch's time in the handler
   * @param responseNanos time since the event entered the service, see {@link Stage#arrivedAt}
   */
  void completed(
      ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos);
}
