package seda.kernel;

/**
 * Told of what a stage achieves. An {@link AdmissionController} that is one as well learns what
 * became of the events that it admitted.
 */
public interface CompletionObserver {

  /**
   * Events completed; called by the stage's threads, several at once on a {@link WorkerPool}.
   *
   * @param serviceClass their class
   * @param waitingNanos in this stage's queue
   * @param serviceNanos its part of the batch in the handler
   * @param responseNanos since it entered the service, see {@link Stage#arrivedAt}
   */
  void completed(
      ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos);
}
