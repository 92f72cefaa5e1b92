package seda.kernel.admission;

import seda.kernel.QueueState;

/** A queue of {@code length} events of one credit each, at a time in nanoseconds. */
record QueueStub(int length, long nanos) implements QueueState {
  @Override
  public int credits() {
    return length;
  }

  @Override
  public int creditsAhead(int rank) {
    return length;
  }

  @Override
  public int capacity() {
    return 1_000;
  }
}
