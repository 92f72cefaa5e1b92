package seda.kernel.runtime;

import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;

/** A queue state that also answers whether credits fit. */
interface BoundedQueueState extends QueueState {

  /** True if {@code weight} more credits of a rank fit. */
  boolean fits(int rank, int weight);

  /** Records admission's result, real or probed, for an event of a rank. */
  default void judged(int rank, EnqueueResult result) {}
}
