package seda.kernel.runtime;

import seda.kernel.EnqueueResult;

/** A claim that was refused. */
record RefusedClaim<E>(EnqueueResult result) implements StageQueue.Claim<E> {
  @Override
  public EnqueueResult enqueue() {
    return result;
  }

  @Override
  public void release() {}
}
