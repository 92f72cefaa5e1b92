package seda.kernel.admission;

import java.util.List;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;

/**
 * A policy for each service class; a class beyond the last has that of the last.
 *
 * @param <E> type of the events
 */
public final class ClassAdmission<E> implements AdmissionController<E> {
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
    int rank = Math.min(serviceClass.rank(), byRank.size() - 1);
    return byRank.get(rank).admit(event, serviceClass, weight, queue);
  }
}
