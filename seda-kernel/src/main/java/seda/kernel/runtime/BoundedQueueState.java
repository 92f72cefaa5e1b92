package seda.kernel.runtime;

import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;

/** A queue that knows whether more fits. */
interface BoundedQueueState extends QueueState {

  /** True if {@code weight} more credits of a rank fit. */
  boolean fits(int rank, int weight);

  /** Admission has judged an event of a rank, or was asked what it would say. */
  default void judged(int rank, EnqueueResult result) {}
}
