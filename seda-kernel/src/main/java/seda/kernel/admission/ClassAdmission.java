package seda.kernel.admission;

import java.util.List;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/**
 * Delegates to one policy per service class. Classes beyond the last policy use the last one.
 * Thread-safe.
 *
 * @param <E> type of the events
 */
public final class ClassAdmission<E> implements AdmissionController<E>, CompletionObserver {
  private final List<AdmissionController<? super E>> byRank;

  /**
   * Creates a policy from one policy per class.
   *
   * @param byRank policies, the highest class first; at least one
   */
  public ClassAdmission(List<AdmissionController<? super E>> byRank) {
    if (byRank.isEmpty()) {
      throw new IllegalArgumentException("byRank is empty, must have at least one policy");
    }
    this.byRank = List.copyOf(byRank);
  }

  @Override
  public EnqueueResult admit(E event, ServiceClass serviceClass, int weight, QueueState queue) {
    return admit(event, serviceClass, weight, 0, queue);
  }

  @Override
  public EnqueueResult admit(
      E event, ServiceClass serviceClass, int weight, long sinceArrivalNanos, QueueState queue) {
    return policy(serviceClass.rank()).admit(event, serviceClass, weight, sinceArrivalNanos, queue);
  }

  @Override
  public EnqueueResult probe(ServiceClass serviceClass, QueueState queue) {
    return policy(serviceClass.rank()).probe(serviceClass, queue);
  }

  @Override
  public EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos, QueueState queue) {
    return policy(serviceClass.rank()).probe(serviceClass, sinceArrivalNanos, queue);
  }

  @Override
  public boolean predicts() {
    return byRank.stream().anyMatch(AdmissionController::predicts);
  }

  @Override
  public boolean isTooLate(
      E event, ServiceClass serviceClass, long sinceArrivalNanos, double serviceP90Nanos) {
    return policy(serviceClass.rank())
        .isTooLate(event, serviceClass, sinceArrivalNanos, serviceP90Nanos);
  }

  /** Forwards to the policy of the class if it is an observer. */
  @Override
  public void completed(
      ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos) {
    if (policy(serviceClass.rank()) instanceof CompletionObserver observer) {
      observer.completed(serviceClass, waitingNanos, serviceNanos, responseNanos);
    }
  }

  @Override
  public String reason(int rank) {
    return policy(rank).reason(rank);
  }

  @Override
  public boolean isInfeasible(int rank) {
    return policy(rank).isInfeasible(rank);
  }

  private AdmissionController<? super E> policy(int rank) {
    return byRank.get(Math.min(rank, byRank.size() - 1));
  }
}
