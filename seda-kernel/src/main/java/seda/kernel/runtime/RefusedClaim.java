package seda.kernel.runtime;

import seda.kernel.EnqueueResult;

/** The claim of a refused group. */
record RefusedClaim<E>(EnqueueResult result) implements StageQueue.Claim<E> {
  @Override
  public EnqueueResult enqueue() {
    return result;
  }

  @Override
  public void release() {}
}
