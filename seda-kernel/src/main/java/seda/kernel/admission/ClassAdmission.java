package seda.kernel.admission;

import java.util.List;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/**
 * A policy for each service class; a class beyond the last has that of the last.
 *
 * @param <E> type of the events
 */
public final class ClassAdmission<E> implements AdmissionController<E>, CompletionObserver {
  private final List<AdmissionController<? super E>> byRank;

  /**
   * Judges by class.
   *
   * @param byRank the policy of the highest class first
   */
  public ClassAdmission(List<AdmissionController<? super E>> byRank) {
    if (byRank.isEmpty()) {
      throw new IllegalArgumentException("a policy is needed for one class at least");
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
  public boolean predicts() {
    return byRank.stream().anyMatch(AdmissionController::predicts);
  }

  @Override
  public boolean isTooLate(
      E event, ServiceClass serviceClass, long sinceArrivalNanos, double serviceP90Nanos) {
    return policy(serviceClass.rank())
        .isTooLate(event, serviceClass, sinceArrivalNanos, serviceP90Nanos);
  }

  /** Tells the policy of that class, if it wants to know. */
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
